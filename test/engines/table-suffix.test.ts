import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { printStatement } from '../../src/engines/bigquery/statements/print-statement.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { emptySource, tableSource } from '../../src/engines/bigquery/warehouse/table-source.ts';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../src/project/load-project.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { inferShared } from '../support/infer-shared.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openEngine, PLACE } from './bigquery/open-engine.ts';

const SCHEMA = [
  { name: 'id', type: 'INT64' },
  { name: 'shop', type: 'STRING' },
];

/** One row for each of two shops in each of three days. */
const FILES = Object.fromEntries(
  [1, 2, 3].map((day) => [`data/e_2026070${day}.csv`, `id,shop\n${day},a\n${day * 10},b\n`]),
);

const SETTINGS = {
  tenant: 'shop',
  defaults: { cache: 'off' },
  tables: {
    'e_*': { wildcard: true, data: 'data/e_*.csv', tenant: 'shop' },
    days: { data: 'data/days.csv', shared: true },
  },
};

async function loadShop(sql: string) {
  const folder = temporaryFolder();
  const files = {
    ...FILES,
    'fieldstone.json': JSON.stringify(SETTINGS),
    'tables/e_.json': JSON.stringify(SCHEMA),
    'data/days.csv': 'day,name\n20260702,Thursday\n',
    'tables/days.json': JSON.stringify([
      { name: 'day', type: 'STRING' },
      { name: 'name', type: 'STRING' },
    ]),
    'endpoints/shops.sql': sql,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, project: await loadProject(folder, { inferFields: inferShared }) };
}

/** The rows of a query on an engine, for all shops and for `a` alone; and what BigQuery was sent. */
async function rowsOn(kind: 'duckdb' | 'bigquery', sql: string, parameter?: string) {
  const { folder, project } = await loadShop(sql);
  const [endpoint] = prepareEndpoints(project);
  if (!endpoint) throw new Error('There is no endpoint');
  const store = tableFilesOf(project, join(folder, '.data'));
  const server =
    kind === 'bigquery' ? await openBigQueryServer({ store, tables: project.tables }) : undefined;
  const engine = server
    ? openEngine(server.url, { tables: placeTables(project.tables, PLACE) })
    : new DuckDbEngine({ files: store, processes: sharedProcesses() });
  if (!server) onTestFinished(() => engine.close());
  const type = endpoint.declared.get('since');
  const ask = async (name: 'open' | 'pinned') => {
    const query = {
      statement: endpoint[name].statement,
      parameters: new Map([
        ['_tenant', { type: SHOP, value: 'a' }],
        ...(type ? [['since', { type, value: parameter ?? null }] as const] : []),
      ]),
      maxRows: 100,
      isCallersSql: false,
      purpose: { endpoint: 'shops', keyId: 'key', via: 'rest' } as const,
    };
    return (await engine.run(query, { signal: new AbortController().signal })).rows;
  };
  return { open: await ask('open'), pinned: await ask('pinned') };
}

const SHOP = { kind: 'STRING' } as const;

const prefix = 'FROM `fieldstone-test.logs.e_*` WHERE';

test('on BigQuery a name that a statement gives is not taken for a table', async () => {
  const sql =
    "WITH v AS (SELECT id FROM `e_*` AS t WHERE t._TABLE_SUFFIX = '20260701'), _source_1 AS (SELECT 7 AS id) SELECT s.id FROM v CROSS JOIN _source_1 AS s WHERE v.id = 1";

  expect(await rowsOn('bigquery', sql)).toEqual({ open: [[7]], pinned: [[7]] });
});

test.each([
  [
    "SELECT * FROM `e_*` AS t WHERE t._TABLE_SUFFIX >= '20260702' AND id > 0",
    `SELECT * EXCEPT (_TABLE_SUFFIX) FROM (SELECT id, shop, _TABLE_SUFFIX ${prefix} _TABLE_SUFFIX >= '20260702') AS t WHERE t._TABLE_SUFFIX >= '20260702' AND id > 0 LIMIT 9`,
    `${prefix} _TABLE_SUFFIX >= '20260702') AS t WHERE t._TABLE_SUFFIX >= '20260702' AND t.shop = @own_tenant`,
  ],
  [
    'SELECT id FROM `e_*` JOIN days AS d ON d.day = id WHERE _TABLE_SUFFIX IN (@since) OR _TABLE_SUFFIX LIKE "a%"',
    `${prefix} _TABLE_SUFFIX IN (@since) OR _TABLE_SUFFIX LIKE 'a%') AS \`e_*\` JOIN`,
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS `e_*` WHERE',
  ],
  [
    'SELECT d.day FROM days AS d LEFT JOIN `e_*` AS t ON TRUE WHERE t._TABLE_SUFFIX IS NULL',
    'LEFT JOIN (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS t ON',
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS t WHERE',
  ],
  [
    'SELECT id FROM `e_*` WHERE _TABLE_SUFFIX = CAST(RAND() AS STRING) AND _TABLE_SUFFIX > (SELECT MAX(day) FROM days)',
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS `e_*` WHERE',
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS `e_*` WHERE',
  ],
  [
    "SELECT t.id FROM days AS d JOIN `e_*` AS t ON t._TABLE_SUFFIX >= '20260702' AND t.shop = d.day",
    `JOIN (SELECT id, shop, _TABLE_SUFFIX ${prefix} _TABLE_SUFFIX >= '20260702') AS t ON`,
    '',
  ],
  [
    "SELECT t.id FROM days AS d LEFT JOIN `e_*` AS t ON t._TABLE_SUFFIX >= '20260702'",
    `LEFT JOIN (SELECT id, shop, _TABLE_SUFFIX ${prefix} _TABLE_SUFFIX >= '20260702') AS t ON`,
    '',
  ],
  [
    "SELECT t.id FROM `e_*` AS t LEFT JOIN days AS d ON t._TABLE_SUFFIX >= '20260702'",
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS t LEFT JOIN',
    'FROM (SELECT id, shop, _TABLE_SUFFIX FROM `fieldstone-test.logs.e_*`) AS t WHERE',
  ],
])('for BigQuery %s has what prunes in the scan itself', async (sql, open, pinned) => {
  const { project } = await loadShop(sql.replace('ON d.day = id', 'ON d.day = `e_*`.shop'));
  const [endpoint] = prepareEndpoints(project);
  const sources = new Map(
    [...placeTables(project.tables, PLACE)].map(([name, table]) => [name, tableSource(table)]),
  );
  const print = (name: 'open' | 'pinned') => {
    const statement = endpoint?.[name].statement;
    if (!statement) throw new Error('There is no statement');
    return printStatement(statement, sources, 9);
  };

  expect(print('open').sql).toContain(open);
  expect(print('pinned').sql).toContain(pinned);
  expect(print('pinned').tables).toContain('e_*');
});

test('a wildcard table that is absent has no shards', async () => {
  const { project } = await loadShop(
    'SELECT id, _TABLE_SUFFIX AS s FROM `e_*` WHERE _TABLE_SUFFIX > ""',
  );
  const [endpoint] = prepareEndpoints(project);
  const sources = new Map(
    [...placeTables(project.tables, PLACE)].map(([name, table]) => [name, emptySource(table)]),
  );

  expect(endpoint && printStatement(endpoint.open.statement, sources, 9).sql).toContain(
    'CAST(NULL AS STRING) AS _TABLE_SUFFIX LIMIT 0) AS `e_*` WHERE',
  );
});

test.each([
  'SELECT TO_JSON_STRING(t) AS row, _TABLE_SUFFIX AS s FROM `e_*` AS t',
  'SELECT ARRAY(SELECT AS STRUCT T.*, t._table_suffix AS s, t) AS r FROM `e_*` AS t',
])('a whole row and its suffix are refused together: %s', async (sql) => {
  const { project } = await loadShop(sql);

  expect(() => prepareEndpoints(project)).toThrow(
    'Cannot read the whole row t and its _TABLE_SUFFIX in one SELECT: name the columns',
  );
});

test.each([
  [
    "SELECT *, _TABLE_SUFFIX AS day FROM `e_*` WHERE _TABLE_SUFFIX >= '20260702' ORDER BY id",
    [
      [2, 'a', '20260702'],
      [3, 'a', '20260703'],
      [20, 'b', '20260702'],
      [30, 'b', '20260703'],
    ],
    [
      [2, 'a', '20260702'],
      [3, 'a', '20260703'],
    ],
  ],
  [
    'SELECT t.*, d.name FROM `e_*` AS t JOIN days AS d ON d.day = t._TABLE_SUFFIX ORDER BY id',
    [
      [2, 'a', 'Thursday'],
      [20, 'b', 'Thursday'],
    ],
    [[2, 'a', 'Thursday']],
  ],
  [
    'SELECT t.id, d.name FROM days AS d LEFT JOIN `e_*` AS t ON d.day < t._TABLE_SUFFIX WHERE t._TABLE_SUFFIX IS NULL OR t._TABLE_SUFFIX = "20260703" ORDER BY id',
    [
      [3, 'Thursday'],
      [30, 'Thursday'],
    ],
    [[3, 'Thursday']],
  ],
  [
    "SELECT d.name, t.id FROM days AS d LEFT JOIN `e_*` AS t ON t._TABLE_SUFFIX = '20260704' ORDER BY id",
    [['Thursday', null]],
    [['Thursday', null]],
  ],
  [
    "SELECT t.id, d.name FROM `e_*` AS t LEFT JOIN days AS d ON t._TABLE_SUFFIX = '20260703' WHERE t.id < 4 ORDER BY id",
    [
      [1, null],
      [2, null],
      [3, 'Thursday'],
    ],
    [
      [1, null],
      [2, null],
      [3, 'Thursday'],
    ],
  ],
  [
    "SELECT t.id FROM days AS d JOIN (SELECT * FROM days) AS x ON TRUE FULL JOIN `e_*` AS t ON t._TABLE_SUFFIX > '20260702' AND t.id > 5 WHERE t.id > 9 ORDER BY id",
    [[10], [20], [30]],
    [],
  ],
  [
    "WITH c AS (SELECT id, _TABLE_SUFFIX AS day FROM `e_*` WHERE STARTS_WITH(_TABLE_SUFFIX, '2026070')) SELECT COUNT(*) AS n FROM c",
    [[6]],
    [[3]],
  ],
  [
    "SELECT _table_suffix AS day, COUNT(*) AS n FROM `e_*` WHERE _TABLE_SUFFIX IN ('20260701', @since) GROUP BY day ORDER BY day",
    [
      ['20260701', 2],
      ['20260703', 2],
    ],
    [
      ['20260701', 1],
      ['20260703', 1],
    ],
  ],
  [
    'SELECT TO_JSON_STRING(t) AS row FROM `e_*` AS t ORDER BY t.id LIMIT 1',
    [['{"id":1,"shop":"a"}']],
    [['{"id":1,"shop":"a"}']],
  ],
])('both engines answer %s, with a tenant too', async (sql, open, pinned) => {
  const expected = { open, pinned };
  expect(await rowsOn('duckdb', sql, '20260703')).toEqual(expected);
  expect(await rowsOn('bigquery', sql, '20260703')).toEqual(expected);
});
