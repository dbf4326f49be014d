/**
 * `node test/bench/pushdown.ts [rows [sql]]`: five queries of log analysis as the printer writes them for DuckDB, against
 * the best that we could write by hand, over generated rows in Parquet. The goal is at most 1.2 times.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/queries/print.ts';
import { duckdbType } from '../../src/googlesql/functions/core/duckdb-type.ts';
import { PRELUDE } from '../../src/googlesql/functions/core/macros.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import type { Tables } from '../../src/project/tables/tables.ts';
import { PROJECT } from '../support/project.ts';

interface Contest {
  readonly name: string;
  readonly googleSql: string;
  /** DuckDB SQL; `{edge}` and `{relay}` stand for the tables. */
  readonly byHand: string;
}

const WINDOW = 'timestamp >= @from AND timestamp < @until';
const PARAMETERS = { from: 1_783_123_200_000_000n, until: 1_783_382_400_000_000n };
const WINDOW_BY_HAND =
  "timestamp >= TIMESTAMPTZ '2026-07-04' AND timestamp < TIMESTAMPTZ '2026-07-07'";

const CONTESTS: readonly Contest[] = [
  {
    name: 'newest rows',
    googleSql: `WITH v AS (SELECT t.* FROM \`cloudflare.logs.prod\` AS t WHERE ${WINDOW} AND project = 'p7')
      SELECT id, timestamp, event_message, metadata FROM v ORDER BY timestamp DESC, id DESC LIMIT 100`,
    byHand: `SELECT id, timestamp, event_message, metadata FROM {edge}
      WHERE ${WINDOW_BY_HAND} AND project = 'p7' ORDER BY timestamp DESC, id DESC LIMIT 100`,
  },
  {
    name: 'requests by path',
    googleSql: `WITH v AS (SELECT t.* FROM \`cloudflare.logs.prod\` AS t WHERE ${WINDOW} AND project = 'p7')
      SELECT r.path, COUNT(*) AS n FROM v CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r
      WHERE r.method = 'GET' GROUP BY path ORDER BY n DESC, path LIMIT 10`,
    byHand: `SELECT r.path, count(*) AS n FROM (SELECT unnest(m.request) AS r FROM (SELECT unnest(metadata) AS m
      FROM {edge} WHERE ${WINDOW_BY_HAND} AND project = 'p7')) WHERE r.method = 'GET'
      GROUP BY r.path ORDER BY n DESC, r.path LIMIT 10`,
  },
  {
    name: 'errors by hour and header',
    googleSql: `SELECT TIMESTAMP_TRUNC(t.timestamp, HOUR) AS hour, h.cf_ipcountry AS country, COUNT(*) AS n
      FROM \`cloudflare.logs.prod\` AS t LEFT JOIN UNNEST(t.metadata) AS m LEFT JOIN UNNEST(m.request) AS r
      LEFT JOIN UNNEST(r.headers) AS h LEFT JOIN UNNEST(m.response) AS s
      WHERE ${WINDOW} AND s.status_code >= 500 GROUP BY hour, country ORDER BY hour, country`,
    byHand: `SELECT make_timestamptz(epoch_us(timestamp) - epoch_us(timestamp) % 3600000000) AS hour,
        h.cf_ipcountry AS country, count(*) AS n
      FROM (SELECT timestamp, m.request[1].headers[1] AS h, m.response[1] AS s FROM
        (SELECT timestamp, metadata[1] AS m FROM {edge} WHERE ${WINDOW_BY_HAND}))
      WHERE s.status_code >= 500 GROUP BY 1, 2 ORDER BY 1 NULLS FIRST, 2 NULLS FIRST`,
  },
  {
    name: 'invocations of a project',
    googleSql: `SELECT TIMESTAMP_TRUNC(t.timestamp, HOUR) AS hour, COUNT(*) AS n,
        APPROX_QUANTILES((SELECT MAX(m.execution_time_ms) FROM UNNEST(t.metadata) AS m), 100)[OFFSET(95)] AS p95
      FROM \`deno-relay-logs\` AS t
      WHERE ${WINDOW} AND EXISTS (SELECT 1 FROM UNNEST(t.metadata) AS m WHERE m.project_ref = 'p3')
      GROUP BY hour ORDER BY hour`,
    byHand: `SELECT make_timestamptz(epoch_us(timestamp) - epoch_us(timestamp) % 3600000000) AS hour,
        count(*) AS n, quantile_disc(list_max(list_transform(metadata, lambda m: m.execution_time_ms)), 0.95) AS p95
      FROM {relay} WHERE ${WINDOW_BY_HAND}
        AND list_contains(list_transform(metadata, lambda m: m.project_ref), 'p3')
      GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'first of each path',
    googleSql: `SELECT path, id FROM (SELECT r.path, t.id, t.timestamp FROM \`cloudflare.logs.prod\` AS t, t.metadata AS m, m.request AS r
      WHERE ${WINDOW} AND project = 'p7') WHERE TRUE
      QUALIFY ROW_NUMBER() OVER (PARTITION BY path ORDER BY timestamp, id) = 1 ORDER BY path`,
    byHand: `SELECT path, id FROM (SELECT r.path, id, timestamp FROM (SELECT id, timestamp, unnest(m.request) AS r
        FROM (SELECT id, timestamp, unnest(metadata) AS m FROM {edge} WHERE ${WINDOW_BY_HAND} AND project = 'p7')))
      QUALIFY row_number() OVER (PARTITION BY path ORDER BY timestamp, id) = 1 ORDER BY path`,
  },
];

const EDGE = `{'request': [{'method': ['GET', 'POST', 'PUT'][i % 3 + 1], 'path': '/rest/v1/' || i % 200,
  'url': 'https://p' || i % 20 || '.example.com/rest/v1/' || i, 'host': 'p' || i % 20 || '.example.com',
  'headers': [{'cf_ipcountry': 'C' || i % 40, 'user_agent': 'agent ' || i % 1000}]}],
  'response': [{'status_code': CASE WHEN i % 50 = 0 THEN 500 ELSE 200 END, 'origin_time': i % 900}]}`;
const RELAY = `{'project_ref': 'p' || i % 20, 'function_id': 'f' || i % 60, 'execution_time_ms': i * 7919 % 1000,
  'request': [{'method': 'POST', 'pathname': '/f/' || i % 60, 'url': 'https://example.com/f/' || i}],
  'response': [{'status_code': 200}]}`;

const DAYS = 10;
const RUNS = 7;

await main(Number(process.argv[2] ?? 1_000_000));

async function main(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bench-'));
  try {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    for (const statement of PRELUDE) await connection.run(statement);
    const tables = PROJECT.tables;
    const files = {
      'cloudflare.logs.prod': await generate(
        connection,
        tables,
        folder,
        'cloudflare.logs.prod',
        EDGE,
        rows,
      ),
      'deno-relay-logs': await generate(connection, tables, folder, 'deno-relay-logs', RELAY, rows),
    };
    for (const contest of CONTESTS) await compare(connection, tables, files, contest);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function generate(
  connection: DuckDBConnection,
  tables: Tables,
  folder: string,
  name: string,
  metadata: string,
  rows: number,
): Promise<string> {
  const file = join(folder, `${name}.parquet`);
  const step = Math.round((DAYS * 86_400_000_000) / rows);
  const values: Record<string, string> = {
    timestamp: `make_timestamptz(1782864000000000 + i * ${step})`,
    id: "'id-' || i",
    event_message: "'message ' || i",
    metadata: `[${metadata}]`,
    project: "'p' || i % 20",
  };
  const columns = (tables.get(name)?.columns ?? []).map(
    (column) =>
      `CAST(${values[column.name] ?? 'NULL'} AS ${duckdbType(column.type)}) AS "${column.name}"`,
  );
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM range(${rows}) AS t(i)) TO '${file}' (ROW_GROUP_SIZE 50000)`,
  );
  return `read_parquet('${file}')`;
}

async function compare(
  connection: DuckDBConnection,
  tables: Tables,
  files: Readonly<Record<string, string>>,
  { name, googleSql, byHand }: Contest,
): Promise<void> {
  const resolved = analyze(parseQuery(googleSql), {
    tables,
    parameters: new Map(Object.keys(PARAMETERS).map((name) => [name, SCALARS.TIMESTAMP])),
  });
  const { sql } = printDuckDb(resolved, { tableSource: ({ table }) => files[table.name] ?? '' });
  const hand = byHand
    .replaceAll('{edge}', files['cloudflare.logs.prod'] ?? '')
    .replaceAll('{relay}', files['deno-relay-logs'] ?? '');
  const printed: Timed = { ms: Number.POSITIVE_INFINITY, rows: '' };
  const written: Timed = { ms: Number.POSITIVE_INFINITY, rows: '' };
  // Lease by turn, so that what else the machine does slows both down.
  for (let run = 0; run < RUNS; run += 1) {
    await time(connection, printed, sql, PARAMETERS);
    await time(connection, written, hand);
  }
  const same = printed.rows === written.rows ? '' : '  DIFFERENT ROWS';
  const ratio = (printed.ms / written.ms).toFixed(2);
  process.stdout.write(
    `${name.padEnd(28)} printed ${printed.ms.toFixed(0).padStart(6)} ms  by hand ${written.ms.toFixed(0).padStart(6)} ms  ${ratio} x${same}\n`,
  );
  if (process.argv[3] === 'sql') process.stdout.write(`${sql}\n`);
}

interface Timed {
  ms: number;
  rows: string;
}

async function time(
  connection: DuckDBConnection,
  timed: Timed,
  sql: string,
  parameters?: typeof PARAMETERS,
): Promise<void> {
  const start = performance.now();
  const reader = await connection.runAndReadAll(sql, parameters);
  timed.ms = Math.min(timed.ms, performance.now() - start);
  timed.rows = JSON.stringify(reader.getRowsJson());
}
