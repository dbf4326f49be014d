import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { parseTable, type SchemaField } from '../../../src/googlesql/table.ts';
import type { Project } from '../../../src/project/load-project.ts';
import { EDGE } from '../demo-days.ts';

/** The columns of the table, with a few of the fields of its records: each is measured whenever a file changes. */
const FIELDS: readonly SchemaField[] = [
  { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'id', type: 'STRING' },
  { name: 'event_message', type: 'STRING' },
  { name: 'identifier', type: 'STRING' },
  {
    name: 'metadata',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      {
        name: 'request',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [
          { name: 'method', type: 'STRING' },
          { name: 'path', type: 'STRING' },
        ],
      },
      {
        name: 'response',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [{ name: 'status_code', type: 'INTEGER' }],
      },
    ],
  },
  { name: 'project', type: 'STRING' },
];

/** The tables of the project, with these columns of the edge logs. */
export function benchTables(tables: Project['tables']): Project['tables'] {
  const edge = tables.get(EDGE);
  if (!edge) throw new Error(`There is no table "${EDGE}"`);
  const { columns } = parseTable(EDGE, FIELDS);
  return new Map([...tables, [EDGE, { ...edge, columns, fields: FIELDS }]]);
}

const SECOND = 1_000_000;
export const DAY = 86_400 * SECOND;

/** Rows of others in a whole day, of about 1.5 kB each. */
const FILLERS = 1_600;
/** Rows of the busy project that are newest: more than any question here asks for. */
const BUSY = 110;
/** How far back entries go. */
const DAYS = 92;

/** How often each project of the bench has a row, in microseconds. */
export const PROJECTS = { busy: SECOND / 20, hourly: 3_600 * SECOND, daily: DAY } as const;

/**
 * The table of edge logs: of each day as many bytes of others, in proportion to how much of the day is over,
 * and the rows of three projects. Of the busy one only the newest are there, of which each counts next to nothing.
 */
export class Days {
  readonly files: TableFiles;
  readonly #folder: string;
  readonly #connection: DuckDBConnection;
  readonly #midnight: number;

  private constructor(folder: string, midnight: number, connection: DuckDBConnection) {
    this.#folder = folder;
    this.#midnight = midnight;
    this.#connection = connection;
    let clock = 0;
    this.files = new TableFiles({
      dataDir: folder,
      globs: new Map([[EDGE, ['edge/*.parquet']]]),
      now: () => {
        clock += 1_000;
        return clock;
      },
    });
  }

  /** Writes the days before the one that begins at a moment, in microseconds since the epoch. */
  static async write(folder: string, midnight: number): Promise<Days> {
    mkdirSync(join(folder, 'edge'), { recursive: true });
    const instance = await DuckDBInstance.create(':memory:');
    const days = new Days(folder, midnight, await instance.connect());
    const before = Array.from({ length: DAYS }, (_, i) => midnight - (i + 1) * DAY);
    await days.#write('before', before, midnight);
    return days;
  }

  /** Makes it a time of the day, in microseconds since its midnight. */
  async setTime(time: number): Promise<number> {
    const now = this.#midnight + time;
    await this.#write('today', [this.#midnight], now);
    return now;
  }

  close(): void {
    this.#connection.closeSync();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes a file with the rows of days up to a moment. */
  async #write(name: string, starts: readonly number[], now: number): Promise<void> {
    const rows = starts.flatMap((start) => this.#rowsOf(start, Math.min(start + DAY, now)));
    const file = join(this.#folder, 'edge', `${name}.parquet`);
    await this.#connection.run(
      `COPY (${rows.join(' UNION ALL ')}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`,
    );
  }

  #rowsOf(start: number, end: number): readonly string[] {
    const length = end - start;
    // Nobody asks for older rows of the busy project.
    const busy = start >= this.#midnight - DAY ? BUSY : 0;
    return [
      rowsText('other', start, DAY / FILLERS, Math.ceil((FILLERS * length) / DAY), 1_000),
      rowsText('busy', Math.max(start, end - busy * PROJECTS.busy), PROJECTS.busy, busy, 1),
      rowsText('hourly', start, PROJECTS.hourly, Math.ceil(length / PROJECTS.hourly), 1),
      rowsText('daily', start, PROJECTS.daily, 1, 1),
    ].map((rows) => `SELECT * FROM (${rows}) WHERE timestamp < make_timestamptz(${end}::BIGINT)`);
  }
}

function rowsText(project: string, first: number, every: number, count: number, size: number) {
  const url = `repeat('/rest/v1/items', ${Math.ceil(size / 50)})`;
  return `SELECT make_timestamptz((${first} + ${every} * i)::BIGINT) AS timestamp,
    '${project}-' || ${first} || '-' || i AS id, repeat('x', ${size}) AS event_message, '${project}' AS project,
    [{'request': [{'method': 'GET', 'path': ${url}}], 'response': [{'status_code': 200}]}] AS metadata
    FROM range(${count}) AS r(i)`;
}
