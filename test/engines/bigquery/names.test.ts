import { expect, test } from 'vitest';
import { GivenRowsEngine } from '../../../src/engines/bigquery/given/given-rows-engine.ts';
import { parseTable } from '../../../src/googlesql/table.ts';
import { textOf } from '../../examples/shop/answers.ts';
import { openShop } from '../../examples/shop/open-shop.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { freshFiles } from '../../support/fresh-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { compileQuery } from '../compile-query.ts';
import { TENANT } from './leaves/forms.ts';
import { openLeaves } from './leaves/rig.ts';
import { openClient } from './open-engine.ts';

const STRING = { type: 'STRING' } as const;

/** Names that statements for BigQuery add to those of tables and callers. */
const NAMES = [
  ...['item', 'place', '_place', '_row', '_time', '_rows', '_source_1', '_member', '_each'],
  ...['_position', '_members', 'own_tenant', 'least', 'found'],
];

test.each(NAMES)(
  'a table whose fields are all named "%s" has its rows in their order',
  async (name) => {
    const leaf = { name: 'absent', ...STRING };
    const record = { type: 'RECORD', mode: 'REPEATED' } as const;
    const list = {
      name,
      ...record,
      fields: [{ name, ...record, fields: [{ name, ...STRING }, leaf] }, leaf],
    };
    const fields = [{ name: 'id', ...STRING }, { name: 'project', ...STRING }, list];
    const live = [
      ...fields.slice(0, 2),
      { ...list, fields: [{ name, ...record, fields: [{ name, ...STRING }] }] },
    ];
    const rows = [TENANT, 'them'].map((project) => ({
      id: project,
      project,
      [name]: ['b', 'a', 'c'].map((one) => ({
        [name]: ['z', 'x', one].map((two) => ({ [name]: two })),
      })),
    }));
    const rig = await openLeaves({ fields, live, rows, tenant: ['project'] });
    const quoted = `\`${name}\``;
    const texts = [
      `SELECT t.id, ARRAY(SELECT AS STRUCT x.absent, ARRAY(SELECT AS STRUCT y.absent, y.${quoted} FROM UNNEST(x.${quoted}) AS y WITH OFFSET AS o ORDER BY o) AS l FROM UNNEST(t.${quoted}) AS x WITH OFFSET AS o ORDER BY o) AS l FROM logs AS t ORDER BY t.id`,
      `WITH ${quoted} AS (SELECT * FROM logs AS t) SELECT ${quoted}.* FROM ${quoted} ORDER BY id`,
      `SELECT TO_JSON_STRING(${quoted}) AS json FROM logs AS ${quoted} ORDER BY 1`,
    ];
    for (const sql of texts) {
      for (const form of ['plain', 'pinned'] as const) {
        const compiled = rig.compile(sql, form);
        expect([sql, form, await rig.ask(compiled)]).toEqual([
          sql,
          form,
          await rig.askEmbedded(compiled),
        ]);
      }
    }
  },
);

test('a table with the column that barriers add is not guarded', async () => {
  const fields = ['id', 'project', '_own'].map((name) => ({ name, ...STRING }));
  const rig = await openLeaves({ fields, rows: [], tenant: ['project'] });

  expect(() => rig.compile('SELECT t.id FROM logs AS t', 'pinned')).toThrow(
    'Name _own is ambiguous inside _row',
  );
});

test.each(['_position', '_each'])(
  'a merged run does not take the field "%s" of an array for its own column',
  async (name) => {
    const sql = `-- Items.
-- @cache off
SELECT o.id, i.* FROM orders AS o, UNNEST(o.items) AS i WHERE o.id = @id ORDER BY 1, i.product_id`;
    const files = {
      'endpoints/order.sql': () => sql,
      // The second member's position, and its value.
      'data/orders.ndjson': (text: string) =>
        text.replaceAll('"product_id":', `"${name}":"A-0002","product_id":`),
    };
    const orders = ['A-0001', 'A-0002', 'A-0003'];
    const shop = await openShop({ engine: 'bigquery', files });
    const document = orders.map((id, i) => `a${i}: order(id: "${id}") { rows { id } }`).join(' ');
    const { data } = await shop.graphql<Record<string, { rows: readonly { id: string }[] }>>(
      `{ ${document} }`,
    );

    expect(Object.values(data).map(({ rows }) => [...new Set(rows.map(({ id }) => id))])).toEqual(
      orders.map((id) => [id]),
    );
    expect(shop.runs).toHaveLength(1);
  },
);

test('parameters with the names that those of barriers have in requests are others', async () => {
  const sql = `-- Orders.
-- @cache off
-- @param {STRING!} own_tenant - A text
-- @example {"own_tenant": "birch"}
SELECT o.id, o.shop, @own_tenant AS text FROM orders AS o ORDER BY o.id LIMIT 3`;
  const shop = await openShop({ engine: 'bigquery', files: { 'endpoints/order.sql': () => sql } });
  const key = shop.keys.add({ pins: new Map([['shop', 'amber']]) });

  const request = { endpoint: 'order', arguments: { own_tenant: 'birch' } };
  const text = await textOf(shop, request, { key });

  expect(JSON.parse(text).result).toEqual(
    ['A-0001', 'A-0002', 'A-0003'].map((id) => ({ id, shop: 'amber', text: 'birch' })),
  );
});

test('given rows have columns with a leading underscore', async () => {
  const names = ['_id', 'own_id', 'ownn_id'];
  const table = parseTable(
    't',
    names.map((name) => ({ name, ...STRING })),
    {},
  );
  const tables = new Map([['t', table]]);
  const store = freshFiles(temporaryFolder());
  const { url } = await openBigQueryServer({ store, tables: new Map() });
  const rows = new Map([['t', [names]]]);
  const engine = new GivenRowsEngine({ client: openClient(url), tables: tables.values(), rows });

  const query = compileQuery('SELECT t._id, t.own_id, t.ownn_id FROM t', {}, { tables });
  const { signal } = new AbortController();

  expect((await engine.run(query, { signal })).rows).toEqual([names]);
});

/** An order of nobody, as a caller's SQL may name it. */
const OTHER = "SELECT 'X' AS id, TIMESTAMP '2030-01-01 00:00:00+00' AS placed, TRUE AS _own";

/** SQL of a caller that uses a name for a CTE, a column and range variables. */
const textsWith = (name: string) => [
  `WITH ${name} AS (${OTHER}) SELECT r.id, r.placed FROM orders_of AS r WHERE r.id NOT IN (SELECT ${name}.id FROM ${name}) ORDER BY r.placed DESC LIMIT 3`,
  `SELECT ${name}.id AS ${name}, ${name}.placed FROM orders_of AS ${name} ORDER BY 2 DESC LIMIT 3`,
  `WITH ${name} AS (SELECT * FROM orders_of) SELECT ${name}.id, ${name}.placed, line FROM ${name}, UNNEST(${name}.items) AS x WITH OFFSET AS line ORDER BY ${name}.placed DESC, line LIMIT 3`,
];

test("a caller's SQL reads the tenant's rows alone, whatever names it has", async () => {
  const files = {
    'fieldstone.json': (text: string) =>
      JSON.stringify({ ...JSON.parse(text), defaults: { sandbox: true } }),
    'endpoints/order.sql': () => `-- Orders.
-- @cache off
WITH orders_of AS (SELECT o.id, o.ordered_at AS placed, o.items FROM orders AS o)
SELECT r.id, r.placed FROM orders_of AS r ORDER BY r.placed DESC LIMIT 2`,
  };
  const texts = [
    '_row',
    '_rows',
    '_source_1',
    '_time',
    'item',
    'place',
    '_members',
    '_each',
  ].flatMap(textsWith);
  const answersOn = async (engine: 'bigquery' | 'duckdb') => {
    const shop = await openShop({ engine, files });
    const key = shop.keys.add({ pins: new Map([['shop', 'birch']]) });
    const ask = (sql: string) => textOf(shop, { endpoint: 'order', arguments: { sql } }, { key });
    return Promise.all(texts.map(async (sql) => [sql, JSON.parse(await ask(sql)).result] as const));
  };

  const answers = await answersOn('bigquery');

  expect(answers).toEqual(await answersOn('duckdb'));
  for (const [, rows] of answers) {
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).toMatch(/"B-\d/);
    expect(JSON.stringify(rows)).not.toMatch(/"A-\d/);
  }
});
