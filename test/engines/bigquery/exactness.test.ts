import { expect, test } from 'vitest';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { askSandbox, INTERFACES } from '../../execution/attacks/ask.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import type { BigQueryServer } from '../../support/bigquery/server.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { type Gateway, gateway, type TableRows } from '../../support/gateway.ts';
import { edgeRow } from '../../support/log-rows.ts';
import { openEngine } from './open-engine.ts';

const EDGE = 'cloudflare.logs.prod';

/** One gateway over each engine, with the same rows behind both. */
interface Pair {
  readonly embedded: Gateway;
  readonly bigquery: Gateway;
  readonly server: BigQueryServer;
}

async function openPair(rows: TableRows = {}): Promise<Pair> {
  const opened: { store?: TableFiles; server?: BigQueryServer } = {};
  const bigquery = await gateway({
    rows,
    openEngine: async (store) => {
      opened.store = store;
      opened.server = await openBigQueryServer({ store, requirePartitionFilter: true });
      return openEngine(opened.server.url);
    },
  });
  const { server, store } = opened;
  if (!server || !store) throw new Error('The gateway opened no engine');
  const embedded = await gateway({
    openEngine: () => new DuckDbEngine({ files: store, processes: sharedProcesses() }),
  });
  return { embedded, bigquery, server };
}

/** What an expression looks like in an answer of REST and of GraphQL. */
const VALUES: readonly (readonly [sql: string, rest: string, graphql: string])[] = [
  ['9007199254740993', '9007199254740993', '"9007199254740993"'],
  ['9223372036854775807', '9223372036854775807', '"9223372036854775807"'],
  ['-9223372036854775807 - 1', '-9223372036854775808', '"-9223372036854775808"'],
  ["CAST('nan' AS FLOAT64)", 'null', 'null'],
  ["CAST('inf' AS FLOAT64)", 'null', 'null'],
  ["CAST('-inf' AS FLOAT64)", 'null', 'null'],
  ['5e-324', '5e-324', '5e-324'],
  ['0.1', '0.1', '0.1'],
  ['1e21', '1e+21', '1e+21'],
  ["TIMESTAMP '2026-07-01 10:00:00.123456+00'", '1782900000123456', '1782900000123456'],
  ["TIMESTAMP '1969-12-31 23:59:59.999999+00'", '-1', '-1'],
  ["TIMESTAMP '0001-01-01 00:00:00+00'", '-62135596800000000', '"-62135596800000000"'],
  ["DATETIME '1969-12-31 23:59:59.000001'", '"1969-12-31T23:59:59.000001"', ''],
  ["DATE '0001-01-01'", '"0001-01-01"', ''],
  [
    "NUMERIC '99999999999999999999999999999.999999999'",
    '"99999999999999999999999999999.999999999"',
    '',
  ],
  ["b'\\x00\\xff'", '"AP8="', ''],
  ['ARRAY<INT64>[]', '[]', '[]'],
  ['CAST(NULL AS ARRAY<STRING>)', '[]', '[]'],
  ['CAST(NULL AS STRUCT<a INT64, b ARRAY<STRING>>)', 'null', 'null'],
  ['STRUCT(CAST(NULL AS INT64) AS a, ARRAY<STRING>[] AS b)', '{"a":null,"b":[]}', ''],
  [
    "[STRUCT(1 AS a, ['x'] AS b), STRUCT(2, ARRAY<STRING>[])]",
    '[{"a":1,"b":["x"]},{"a":2,"b":[]}]',
    '',
  ],
];

test('both engines give the same bytes for every extreme value, through every interface', async () => {
  const { bigquery, embedded } = await openPair();

  for (const [sql, rest, graphql] of VALUES) {
    for (const via of INTERFACES) {
      const question = `SELECT ${sql} AS v`;
      const { text } = await askSandbox(bigquery, question, via);

      expect(text).toBe((await askSandbox(embedded, question, via)).text);
      expect(text).toContain(`{"v":${via === 'GraphQL' ? graphql || rest : rest}}`);
    }
  }
});

test('both engines read rows from before 1970 and the far future alike', async () => {
  const { bigquery, embedded } = await openPair();
  const sql = `SELECT UNIX_MICROS(t) AS u, t, EXTRACT(YEAR FROM t) AS y FROM UNNEST([
    TIMESTAMP_MICROS(-1), TIMESTAMP_MICROS(-62135596800000000), TIMESTAMP_MICROS(253402300799999999)
  ]) AS t ORDER BY t`;

  const { code, text } = await askSandbox(bigquery, sql);

  expect(code).toBe('OK');
  expect(text).toBe((await askSandbox(embedded, sql)).text);
});

const ROWS: TableRows = {
  [EDGE]: Array.from({ length: 1_000 }, (_, i) => {
    const at = `2026-07-01T11:${String(i % 60).padStart(2, '0')}:30.${String(i).padStart(6, '0')}Z`;
    const row = edgeRow({ at, id: `id-${i}`, project: 'mine', path: `/${'é'.repeat(i % 9)}` });
    // Empty arrays and NULLs among the others.
    if (i % 3 === 0) return { ...row, id: null, metadata: [] };
    return i % 3 === 1 ? row : { ...row, metadata: [{ request: [] }, { response: [{}, {}] }] };
  }),
};

test('1000 nested rows over three pages are the same bytes on both engines, through every interface', async () => {
  const { bigquery, embedded, server } = await openPair(ROWS);
  server.pageRows = 400;
  const sql = 'SELECT id, timestamp, event_message, metadata FROM edge_logs ORDER BY timestamp';

  for (const via of INTERFACES) {
    const { text, truncated } = await askSandbox(bigquery, sql, via);

    expect(text).toBe((await askSandbox(embedded, sql, via)).text);
    expect(text.match(/"event_message"/g)?.length).toBeGreaterThanOrEqual(1_000);
    expect(truncated).toBe(false);
  }
  expect(server.counters.jobs).toBeGreaterThan(0);
  expect(server.counters.requests('GET /queries/{jobId}')).toBe(2 * server.counters.jobs);
});
