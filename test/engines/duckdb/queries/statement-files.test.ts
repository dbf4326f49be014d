import { expect, onTestFinished, test } from 'vitest';
import { bindParameters } from '../../../../src/engines/duckdb/queries/bind-parameters.ts';
import { openLockedInstance } from '../../../../src/engines/duckdb/queries/locked-instance.ts';
import { StatementPrinter } from '../../../../src/engines/duckdb/queries/statement-printer.ts';
import type { TableFiles } from '../../../../src/engines/duckdb/tables/table-files.ts';
import { fillRows } from '../../../support/fill-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { pinnedAsker } from '../../../support/pinned-asker.ts';

const NOON = Date.UTC(2026, 6, 3, 12) * 1_000;
const DAY = 86_400_000_000;

/** Two rows of `demo` in each of three days, and one of another tenant. */
const ROWS = [0, 1, 2].flatMap((day) =>
  ['demo', 'demo', 'other'].map((project, i) => ({
    timestamp: NOON - day * DAY - i,
    id: `${day} ${i}`,
    project,
    metadata: [{ request: [{ path: '/', cf: [] }] }],
  })),
);

const ask = pinnedAsker({ project: 'demo', now: BigInt(NOON + 1_000_000) });

test.each([
  [1, 'SELECT id FROM edge_logs ORDER BY timestamp DESC LIMIT 2'],
  [1, 'SELECT * FROM edge_logs AS t ORDER BY t.timestamp DESC, id LIMIT 1 OFFSET 1'],
  [2, 'SELECT id, event_message FROM edge_logs ORDER BY timestamp DESC LIMIT 3'],
  [3, 'SELECT id FROM edge_logs ORDER BY timestamp DESC LIMIT 5'],
  [
    1,
    `SELECT id, r.path FROM edge_logs AS t CROSS JOIN UNNEST(metadata) AS m
      LEFT JOIN UNNEST(m.request) AS r ORDER BY t.timestamp DESC LIMIT 2`,
  ],
  [
    3,
    `SELECT id, c.city FROM edge_logs AS t CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r
      CROSS JOIN UNNEST(r.cf) AS c ORDER BY t.timestamp DESC LIMIT 2`,
  ],
  [3, 'SELECT id FROM edge_logs ORDER BY timestamp DESC'],
  [3, 'SELECT id FROM edge_logs ORDER BY timestamp LIMIT 1'],
  [
    3,
    'SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM edge_logs ORDER BY timestamp DESC LIMIT 1',
  ],
  [
    3,
    'SELECT id, (SELECT COUNT(*) FROM edge_logs) AS n FROM edge_logs ORDER BY timestamp DESC LIMIT 1',
  ],
  [3, "SELECT id FROM edge_logs WHERE id LIKE '2%' ORDER BY timestamp DESC LIMIT 1"],
  [
    3,
    `SELECT id, CASE WHEN hit THEN timestamp END AS ts
      FROM (SELECT id, timestamp, id = '2 0' AS hit FROM edge_logs) ORDER BY ts DESC LIMIT 1`,
  ],
  [
    3,
    `SELECT id, (SELECT SUM(v) FROM UNNEST([LENGTH(event_message), 9223372036854775000]) AS v) AS n
      FROM edge_logs ORDER BY timestamp DESC LIMIT 1`,
  ],
  // Whether it raises an error must not depend on which rows are read.
  [3, 'SELECT CAST(id AS INT64) FROM edge_logs ORDER BY timestamp DESC LIMIT 1'],
])('a statement opens %s of three files: %s', async (count, sql) => {
  const printer = new StatementPrinter(await filledStore({ 'cloudflare.logs.prod': ROWS }));
  const values = { project_tier: 'ENTERPRISE' };

  const { files } = printer.print(ask({ name: sql, endpoint: 'logs.all', values, sql }), 0);

  expect(files).toHaveLength(count);
});

const TABLE = 'cloudflare.logs.prod';

/** Gives what the engine answers over a store, and how many files it reads for that. */
async function engineOver(store: TableFiles) {
  const instance = await openLockedInstance(store.dataDir, { memory: '200MB', threads: 2 });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  return async (sql: string) => {
    const values = { project_tier: 'ENTERPRISE' };
    const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
    const { sql: text, parameters, files } = new StatementPrinter(store).print(query, 0);
    const prepared = await connection.prepare(text);
    bindParameters(prepared, parameters);
    return { files: files.length, rows: (await prepared.runAndReadAll()).getRowsJson() };
  };
}

test('rows are the same whether files were left out or not', async () => {
  // Files overlap, and many rows are of the same time.
  const rows = Array.from({ length: 240 }, (_, i) => ({
    timestamp: NOON - (i % 6) * DAY - Math.floor(i / 40) * 1_000,
    id: `${i % 6} ${i % 11} ${i}`,
    project: Math.floor(i / 6) % 3 === 0 ? 'other' : 'demo',
    metadata: [{ request: [{ path: `/${i}` }] }],
  }));
  const store = await filledStore({ [TABLE]: rows });
  const uncounted = await filledStore({ [TABLE]: rows });
  const folder = uncounted.folder(TABLE);
  const { files, ...rest } = folder.manifest();
  await folder.replace({ ...rest, files: files.map(({ tenantRows: _, ...file }) => file) });

  const [counted, plain] = [await engineOver(store), await engineOver(uncounted)];
  const read: number[] = [];
  for (const limit of [1, 7, 27, 28, 60, 130, 300]) {
    for (const offset of [0, 20]) {
      const sql = `SELECT id, timestamp, r.path FROM edge_logs AS t CROSS JOIN UNNEST(metadata) AS m
        CROSS JOIN UNNEST(m.request) AS r ORDER BY t.timestamp DESC, id LIMIT ${limit} OFFSET ${offset}`;
      const [some, all] = [await counted(sql), await plain(sql)];
      expect(some.rows, sql).toEqual(all.rows);
      expect(all.files).toBe(6);
      read.push(some.files);
    }
  }
  expect(read.slice(0, 6)).toEqual([1, 1, 1, 2, 2, 2]);
});

test('a printer that has printed a statement reads the files that there are now, as they are stored', async () => {
  const store = await filledStore({ [TABLE]: ROWS });
  const printer = new StatementPrinter(store);
  const sql =
    'SELECT r.path FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.request) AS r';
  const values = { project_tier: 'ENTERPRISE' };
  const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
  const printWith = async (metadata: object) => {
    await fillRows(store, [[TABLE, [{ ...ROWS[0], metadata }]]]);
    const { sql: text, parameters, files } = printer.print(query, 0);
    const lists = parameters.filter(([name]) => name.startsWith('_files_'));
    const paths = lists.flatMap(([, { value }]) => value);
    expect(new Set(paths)).toEqual(new Set(files.map(({ path }) => path)));
    return { text, files: paths.length, lists: lists.length };
  };

  const first = await printWith([{ request: [{ path: '/' }] }]);
  expect(await printWith([{ request: [{ path: '/' }] }])).toEqual({ ...first, files: 5 });
  expect(await printWith([])).toMatchObject({ files: 6, lists: 2 });
  expect(await printWith([{ request: [] }])).toMatchObject({ files: 7, lists: 3 });
});

test('DuckDB plans a statement once, when it is run', async () => {
  const store = await filledStore({ [TABLE]: ROWS });
  const instance = await openLockedInstance(store.dataDir, { memory: '200MB', threads: 1 });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const sql = 'SELECT id FROM edge_logs ORDER BY id';
  const values = { project_tier: 'ENTERPRISE' };
  const query = ask({ name: sql, endpoint: 'logs.all', values, sql });
  const { sql: text, parameters } = new StatementPrinter(store).print(query, 0);

  const prepared = await connection.prepare(text);
  bindParameters(prepared, parameters);

  // A planned statement knows the names of its columns.
  expect(prepared.columnName(0)).toBe('unknown');
  const result = await prepared.runAndReadAll();
  expect(result.columnNames()).toEqual(['c0']);
});

test('files of one tenant and of several are read as one, unless their records are lists', async () => {
  const tenants = [['demo', 'other'], ['demo']];
  const rows = tenants.flatMap((projects, day) =>
    projects.map((project) => ({
      timestamp: NOON - day * DAY,
      id: `${day} ${project}`,
      event_message: '1',
      metadata: [{ project_ref: project, request: [{ method: 'GET' }], response: [] }],
    })),
  );
  const printer = new StatementPrinter(await filledStore({ 'deno-relay-logs': rows }));
  const textOf = (value: string) => {
    const sql = `SELECT ${value} AS v, m.execution_id FROM function_edge_logs CROSS JOIN UNNEST(metadata) AS m`;
    const values = { project_tier: 'ENTERPRISE' };
    return printer.print(ask({ name: sql, endpoint: 'logs.all', values, sql }), 0).sql;
  };

  const sources = (value: string) => textOf(value).match(/read_parquet|_fieldstone_tenant/g);
  // Through a UNION, DuckDB reads all fields of a record.
  expect(sources('id')).toEqual(['read_parquet']);
  expect(sources('CAST(event_message AS INT64)')?.sort()).toEqual([
    '_fieldstone_tenant',
    'read_parquet',
    'read_parquet',
  ]);
});

test('lists made of single records have the fields only that a statement reads', async () => {
  const printer = new StatementPrinter(await filledStore({ [TABLE]: ROWS }));
  const textOf = (value: string) => {
    const sql = `SELECT ${value} AS v FROM edge_logs CROSS JOIN UNNEST(metadata) AS m
      CROSS JOIN UNNEST(m.request) AS r WHERE CAST(r.path AS INT64) > 0`;
    const values = { project_tier: 'ENTERPRISE' };
    return printer.print(ask({ name: sql, endpoint: 'logs.all', values, sql }), 0).sql;
  };

  const list = (text: string) => /\[\{.*\}\](?= AS "metadata")/.exec(text)?.[0];
  expect(list(textOf('r.method'))).toBe(
    `[{'request': [{'method': "metadata"."request"."method", 'path': "metadata"."request"."path"}]}]`,
  );
  expect(list(textOf('r'))).toBe(`[{'request': ["metadata"."request"]}]`);
  expect(list(textOf('TO_JSON_STRING(m)'))).toContain(`'response': `);
});
