import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { placeTables } from '../../../src/engines/bigquery/table-places.ts';
import type { EngineStatement } from '../../../src/engines/engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { compileSandbox } from '../../../src/execution/sandbox.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { inferShared } from '../../support/infer-shared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openEngine, PLACE } from './open-engine.ts';

const SCHEMA = [
  { name: 'id', type: 'INT64' },
  { name: 'shop', type: 'STRING' },
];
const DAYS = ['20251231', '20260701', '20260702', '20260703'];

/** Two rows a day, of two shops: in a shard of the day, and in a partition of one table. */
const FILES = {
  ...Object.fromEntries(DAYS.map((day) => [`data/e_${day}.csv`, 'id,shop\n1,a\n2,b\n'])),
  'data/log.csv': `id,shop,placed\n${DAYS.flatMap((day) => ['a', 'b'].map((shop) => `1,${shop},${day.replace(/(....)(..)(..)/, '$1-$2-$3')} 12:00:00+00\n`)).join('')}`,
  'tables/e_.json': JSON.stringify(SCHEMA),
  'tables/log.json': JSON.stringify([...SCHEMA, { name: 'placed', type: 'TIMESTAMP' }]),
  'fieldstone.json': JSON.stringify({
    tenant: 'shop',
    defaults: { cache: 'off', sandbox: true },
    tables: {
      'e_*': { wildcard: true, data: 'data/e_*.csv', tenant: 'shop' },
      log: { data: 'data/log.csv', tenant: 'shop', time: 'placed' },
    },
  }),
};

const PARAMETER = '-- Rows.\n-- @param {STRING} day - A day\n';

const VIEWS = `${PARAMETER}WITH shards AS (SELECT t.*, t._TABLE_SUFFIX AS day FROM \`e_*\` AS t),
  logs AS (SELECT l.* FROM log AS l),
  both AS (SELECT t.id, t.shop, t._TABLE_SUFFIX AS day FROM \`e_*\` AS t UNION ALL SELECT l.id, l.shop, '' AS day FROM log AS l)
SELECT id FROM shards WHERE @day IS NULL`;

/** A BigQuery with shards and a table in partitions, stored queries over them, and what a shop's statement reads of them. */
async function openShop(queries: readonly string[] = [VIEWS]) {
  const folder = temporaryFolder();
  const endpoints = queries.map((sql, i) => [`endpoints/q${i}.sql`, sql]);
  for (const [name = '', text = ''] of [...Object.entries(FILES), ...endpoints]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const project = await loadProject(folder, { inferFields: inferShared });
  const prepared = new Map(prepareEndpoints(project).map((one) => [one.definition.name, one]));
  const query = (i: number) => {
    const endpoint = prepared.get(`q${i}`);
    if (!endpoint) throw new Error('There is no endpoint');
    return endpoint;
  };
  const store = tableFilesOf(project, join(folder, '.data'));
  const server = await openBigQueryServer({ store, tables: project.tables });
  const engine = openEngine(server.url, { tables: placeTables(project.tables, PLACE) });
  const day = { type: SCALARS.STRING, value: '20260702' };
  const days = async (statement: EngineStatement) => {
    const run = {
      statement,
      parameters: new Map([
        ['_tenant', { type: SCALARS.STRING, value: 'a' }],
        ['day', day],
      ]),
      maxRows: 100,
      isCallersSql: false,
      purpose: { endpoint: 'shop', keyId: 'key', via: 'rest' } as const,
    };
    const { rows } = await engine.run(run, { signal: new AbortController().signal });
    const { processed = 0, scans = [] } = server.counters.charges.at(-1) ?? {};
    return { rows: rows.length, bytes: processed, days: scans.map(({ partitions }) => partitions) };
  };
  const stored = (i: number) => query(i).pinned.statement;
  const callers = (text: string) => compileSandbox(query(0), query(0).pinned, text).statement;
  return { callers, days, stored };
}

/** Bytes of an id, and of the shop's name, in the two rows of a day; with the time where that is compared. */
const SHARD = 2 * (8 + 3);
const PARTITION = SHARD + 2 * 8;

const LATE = ['20260702', '20260703'];
const SUMMER = ['20260701', ...LATE];

/** Conditions on a suffix, and the days that are read for them. */
const OF_SUFFIX: readonly (readonly [condition: string, days: readonly string[]])[] = [
  ["day LIKE '2026%'", SUMMER],
  ["day LIKE '20260702'", ['20260702']],
  ["STARTS_WITH(day, '202607')", SUMMER],
  ['STARTS_WITH(day, @day)', ['20260702']],
  ["day = '20251231' OR day > '20260702'", ['20251231', '20260703']],
  ["day >= @day AND day <= '20260702' OR day LIKE '2025%'", ['20251231', '20260702']],
  ["day IN ('20251231', @day)", ['20251231', '20260702']],
  ["id = 1 AND (day < '2026' OR day IN ('20260703'))", ['20251231', '20260703']],
  // The pattern of a parameter may be none, and what is told of other columns prunes nothing.
  ['day LIKE @day', DAYS],
  ["day LIKE '2026%' OR id = 2", DAYS],
  ["NOT day LIKE '2026%'", DAYS],
];

const OF_TIME: typeof OF_SUFFIX = [
  ["placed < '2026-01-01' OR placed >= '2026-07-03'", ['20251231', '20260703']],
  [
    "placed BETWEEN '2026-07-01' AND '2026-07-02' OR placed IN ('2025-12-31 12:00:00+00')",
    ['20251231', '20260701', '20260702'],
  ],
  ["(placed > '2026-07-02' AND placed < '2026-07-03' OR placed = '2026-07-03') AND id = 1", LATE],
  ["placed > '2026-07-02' OR id = 3", DAYS],
  ["placed > '2026-07-02' OR placed IS NULL", DAYS],
];

const CASES = [
  ...OF_SUFFIX.map(([condition, days]) => ['shards', condition, days] as const),
  ...OF_TIME.map(([condition, days]) => ['logs', condition, days] as const),
];

function read(view: string, days: readonly string[]) {
  const isShard = view === 'shards';
  return {
    days: [isShard ? days.map((day) => `${day}/__NULL__`) : days],
    bytes: days.length * (isShard ? SHARD : PARTITION),
  };
}

const EXPECTED = CASES.map(([view, condition, days]) => [condition, read(view, days)]);

test("SQL of a pinned key's caller reads the days that its conditions leave", async () => {
  const { callers, days } = await openShop();
  const found = [];
  for (const [view, condition] of CASES) {
    const { rows: _, ...own } = await days(callers(`SELECT id FROM ${view} WHERE ${condition}`));
    found.push([condition, own]);
  }

  expect(found).toEqual(EXPECTED);
});

test('so does a stored query of a pinned key', async () => {
  const queries = CASES.map(([view, condition]) => {
    const head = /@day/.test(condition) ? PARAMETER : '';
    const where = condition.replace(/(?<!@)\bday\b/g, 't._TABLE_SUFFIX');
    return `${head}SELECT t.id FROM ${view === 'shards' ? '`e_*`' : 'log'} AS t WHERE ${where}`;
  });
  const { days, stored } = await openShop(queries);
  const found = [];
  for (const [i, [, condition]] of CASES.entries()) {
    const { rows: _, ...own } = await days(stored(i));
    found.push([condition, own]);
  }

  expect(found).toEqual(EXPECTED);
});

/** Behind ON of a LEFT JOIN, the days that are read, and the number of rows. */
const JOINS: readonly (readonly [on: string, days: readonly string[], rows: number])[] = [
  ["x.n = t.id WHERE t._TABLE_SUFFIX LIKE '2026%'", SUMMER, 3],
  [
    "x.n = t.id WHERE t._TABLE_SUFFIX = '20251231' OR STARTS_WITH(t._TABLE_SUFFIX, '20260702')",
    ['20251231', '20260702'],
    2,
  ],
  ["x.n = t.id WHERE STARTS_WITH(t._TABLE_SUFFIX, '20260702') OR x.n = 1", DAYS, 4],
  ["x.n = t.id WHERE STARTS_WITH(t._TABLE_SUFFIX, '20260702') OR 1 = 1", DAYS, 4],
  ['FALSE WHERE t._TABLE_SUFFIX IS NULL', DAYS, 1],
];

test('and one with an outer join, whose rows without a partner stay', async () => {
  const queries = JOINS.map(
    ([on]) => `SELECT x.n FROM (SELECT 1 AS n) AS x LEFT JOIN \`e_*\` AS t ON ${on}`,
  );
  const { days, stored } = await openShop(queries);

  for (const [i, [on, own, rows]] of JOINS.entries()) {
    const { days: expected } = read('shards', own);
    expect([on, await days(stored(i))]).toMatchObject([on, { days: expected, rows }]);
  }
});

test('of several tables, or reads of one, each is read for what it needs', async () => {
  const { callers, days } = await openShop();
  const daysOf = async (sql: string) => (await days(callers(sql))).days;
  const late = "day LIKE '20260702%'";
  const ends = "l.placed < '2026-01-01' OR l.placed > '2026-07-03'";

  expect(await daysOf(`SELECT id FROM both WHERE ${late}`)).toEqual([['20260702/__NULL__'], DAYS]);
  expect(
    await daysOf(
      `SELECT id FROM shards WHERE ${late} UNION ALL SELECT id FROM shards WHERE day = '20251231' OR day = '20260701'`,
    ),
  ).toEqual([['20251231/__NULL__', '20260701/__NULL__', '20260702/__NULL__']]);
  expect(
    await daysOf(
      `SELECT s.id FROM logs AS l JOIN shards AS s USING (id) WHERE s.${late} AND (${ends}) AND (s.day = '20260702' OR l.placed IS NULL)`,
    ),
  ).toEqual([['20251231', '20260703'], ['20260702/__NULL__']]);
});
