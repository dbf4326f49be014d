import { expect, test } from 'vitest';
import { parseTable } from '../../../src/googlesql/table.ts';
import { fillRows } from '../fill-store.ts';
import { freshFiles } from '../fresh-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openBigQueryServer } from './open-server.ts';
import type { BigQueryServer } from './server.ts';

const MIB = 1_048_576;

const TABLES = new Map(
  [
    parseTable(
      'events',
      [
        { name: 'id', type: 'STRING' },
        { name: 'ts', type: 'TIMESTAMP' },
        { name: 'n', type: 'INT64' },
        { name: 'ok', type: 'BOOL' },
        { name: 'price', type: 'NUMERIC' },
        { name: 'doc', type: 'JSON' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
        {
          name: 'items',
          type: 'RECORD',
          mode: 'REPEATED',
          fields: [
            { name: 'sku', type: 'STRING' },
            { name: 'qty', type: 'INT64' },
            {
              name: 'parts',
              type: 'RECORD',
              mode: 'REPEATED',
              fields: [{ name: 'w', type: 'FLOAT64' }],
            },
          ],
        },
        {
          name: 'who',
          type: 'RECORD',
          fields: [
            { name: 'name', type: 'STRING' },
            { name: 'born', type: 'DATE' },
          ],
        },
      ],
      { time: 'ts' },
    ),
    parseTable(
      'ticks',
      [
        { name: 'id', type: 'STRING' },
        { name: 'ts', type: 'TIMESTAMP' },
      ],
      { time: 'ts' },
    ),
    parseTable(
      'months',
      [
        { name: 'day', type: 'DATE' },
        { name: 'n', type: 'INT64' },
      ],
      { time: 'day' },
    ),
  ].map((table) => [table.name, table]),
);

/** Two rows on the first of July, one on the second. */
const EVENTS = [
  {
    id: 'a',
    ts: '2026-07-01T10:00:00Z',
    n: 1,
    ok: true,
    price: '1.5',
    doc: { a: 1 },
    tags: ['x', 'yy'],
    items: [
      { sku: 'é', qty: 2, parts: [{ w: 0.5 }, { w: 1.5 }] },
      { sku: 'long', qty: null, parts: [] },
    ],
    who: { name: 'Ann', born: '2000-01-01' },
  },
  {
    id: 'bbb',
    ts: '2026-07-01T23:59:59Z',
    n: null,
    ok: null,
    price: null,
    doc: null,
    tags: [],
    items: [],
    who: null,
  },
  {
    id: '',
    ts: '2026-07-02T00:00:00Z',
    n: 3,
    ok: false,
    price: '2',
    doc: [1, 2],
    tags: ['z'],
    items: [{ sku: null, qty: 1, parts: [{ w: null }] }],
    who: { name: null, born: null },
  },
];

/** One row in each of two hours, three in the third. */
const TICKS = ['09:59:59', '10:00:00', '11:00:00', '11:30:00', '11:59:59'].map((time, i) => ({
  id: `${i}`,
  ts: `2026-07-01T${time}Z`,
}));

const MONTHS = ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01', null].map((day, n) => ({
  day,
  n,
}));

async function openShop(
  bytesScale = 1,
  store = freshFiles(temporaryFolder()),
): Promise<BigQueryServer> {
  await fillRows(
    store,
    [
      ['events', EVENTS],
      ['ticks', TICKS],
      ['months', MONTHS],
    ],
    TABLES,
  );
  return openBigQueryServer({
    store,
    tables: TABLES,
    bytesScale,
    partitioning: { ticks: 'HOUR', months: 'MONTH' },
  });
}

/** What a query is billed for, and that its dry run says the same. */
async function price(server: BigQueryServer, sql: string, since?: string) {
  const url = `${server.url}/bigquery/v2/projects/fieldstone-test`;
  const query = {
    query: sql.replace(
      /\b(?:events|ticks|months)\b/g,
      (name) => `\`fieldstone-test.logs.${name}\``,
    ),
    useLegacySql: false,
    queryParameters:
      since === undefined
        ? []
        : [
            {
              name: 'since',
              parameterType: { type: 'TIMESTAMP' },
              parameterValue: { value: since },
            },
          ],
  };
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    const answer = await response.json();
    expect([response.status, answer]).toEqual([200, expect.anything()]);
    return answer as { [member: string]: string } & {
      statistics: { totalBytesProcessed: string; query: { totalBytesProcessed: string } };
    };
  };
  const answer = await post('/queries', query);
  const dry = await post('/jobs', { configuration: { dryRun: true, query } });
  expect([dry.statistics.totalBytesProcessed, dry.statistics.query.totalBytesProcessed]).toEqual([
    answer['totalBytesProcessed'],
    answer['totalBytesProcessed'],
  ]);
  const charge = server.counters.charges.at(-1);
  expect(charge?.bytes).toBe(Number(answer['totalBytesBilled']));
  expect(String(charge?.processed)).toBe(answer['totalBytesProcessed']);
  return charge;
}

test.each<[reckoning: string, sql: string, bytes: number]>([
  // id: 2+1, 2+3, 2+0. n: 8, NULL, 8.
  ['10 of id + 16 of n', 'SELECT id, n FROM events', 26],
  // ok: 1 + 1. price: 16 + 16. doc: {"a":1} is 7, [1,2] is 5.
  ['2 of ok + 32 of price + 12 of doc', 'SELECT ok, price, doc FROM events', 46],
  // The first day: id 3 + 5, ts 8 + 8.
  ["8 of a day's id + 16 of its ts", "SELECT id FROM events WHERE ts < '2026-07-02'", 24],
  // tags: (2+1) + (2+2), 2+1. items.sku: (2+2) + (2+4), NULL.
  [
    '10 of tags + 10 of items.sku',
    "SELECT tags, ARRAY(SELECT IFNULL(i.sku, '') FROM UNNEST(t.items) AS i) AS skus FROM events AS t",
    20,
  ],
  // All of items: sku 10, qty 8 + 8, parts.w 8 + 8.
  ['42 of items', 'SELECT items FROM events', 42],
  // who.name: 2+3. A path reads one leaf, whatever is around it.
  ['5 of who.name', 'SELECT w.name FROM (SELECT who AS w, n FROM events)', 5],
  // CASE reads all of a column: who.name 5 + who.born 8 + ok 2.
  [
    '13 of who + 2 of ok',
    'SELECT CASE WHEN ok THEN who END.name AS name FROM (SELECT ok, who FROM events)',
    15,
  ],
  // Each scan by its own bounds: the second day's id 2 + ts 8; both days' id 10.
  [
    '10 of one scan + 10 of the other',
    "SELECT a.id, b.c FROM events AS a CROSS JOIN (SELECT COUNT(id) AS c FROM events) AS b WHERE a.ts >= '2026-07-02'",
    20,
  ],
  // The hour 11 has three rows: 3 of id + 8 of ts each.
  [
    '3 × 11 of an hour',
    "SELECT id FROM ticks WHERE ts >= TIMESTAMP '2026-07-01 11:00:00+00' AND ts < TIMESTAMP_ADD(TIMESTAMP '2026-07-01 11:00:00+00', INTERVAL 1 HOUR)",
    33,
  ],
  // June has two rows: 8 of day + 8 of n each.
  ['2 × 16 of a month', "SELECT n FROM months WHERE day BETWEEN '2026-06-02' AND '2026-06-03'", 32],
  // The row without a day meets no comparison: 3 × (8 of day + 8 of n).
  [
    '3 × 16 of two months',
    "SELECT n FROM months WHERE day > '2026-05-31' OR day IN ('2026-06-15')",
    48,
  ],
  // Rows alone are no bytes, but the arrays of records are told from one leaf: sku 10.
  ['10 of the first leaf of items', 'SELECT ARRAY_LENGTH(items) AS n FROM events', 10],
  ['nothing', 'SELECT COUNT(*) AS n FROM events', 0],
  // A bound that is not a constant reads all partitions: id 5 + ts 5 × 8, twice.
  [
    '2 × 5 × 11',
    'SELECT COUNT(id) AS n FROM ticks WHERE ts >= (SELECT MAX(IF(id = "4", ts, NULL)) FROM ticks)',
    110,
  ],
  // The second of two CTEs is read by nothing.
  [
    '10 of id',
    'WITH a AS (SELECT id, n FROM events), b AS (SELECT items FROM events) SELECT id FROM a',
    10,
  ],
])('%s: %s', async (_, sql, bytes) => {
  expect((await price(await openShop(), sql))?.processed).toBe(bytes);
});

test('Billing says which partitions and leaves each scan has read', async () => {
  const server = await openShop();
  const sql =
    'SELECT p.w FROM events AS t CROSS JOIN UNNEST(t.items) AS i CROSS JOIN UNNEST(i.parts) AS p WHERE t.ts >= @since';

  const charge = await price(server, sql, '2026-07-01T12:00:00Z');

  expect(charge?.scans).toEqual([
    {
      table: 'events',
      partitions: ['20260701', '20260702'],
      leaves: ['ts', 'items.parts.w'],
      bytes: 24 + 16,
    },
  ]);
  expect(server.counters.bytesProcessed).toBe(40);
});

test('Billing counts rows that come later', async () => {
  const store = freshFiles(temporaryFolder());
  const server = await openShop(1, store);
  const before = await price(server, 'SELECT id FROM ticks');
  const more = [{ id: 'later', ts: '2026-07-01T12:00:00Z' }];
  await fillRows(store, [['ticks', more]], TABLES);

  const after = await price(server, 'SELECT id FROM ticks');

  expect([before?.processed, after?.processed]).toEqual([15, 22]);
});

test('Billing is in whole megabytes, ten at least for each table', async () => {
  const small = await price(await openShop(), 'SELECT e.id FROM events AS e CROSS JOIN ticks');
  // 10 bytes, each of which counts as 1.25 MB.
  const large = await price(await openShop(MIB * 1.25), 'SELECT id FROM events');

  expect(small).toMatchObject({ processed: 10, bytes: 20 * MIB });
  expect(large).toMatchObject({ processed: 12.5 * MIB, bytes: 13 * MIB });
});
