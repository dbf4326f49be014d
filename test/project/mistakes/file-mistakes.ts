import { type Files, inPlaceOf, type Mistake, query } from './mistake.ts';

const ON_DAY = 'SELECT o.id FROM orders AS o WHERE o.day = @d';
const project = (text: string): Files => ({ 'fieldstone.json': text });
const orders = (text: string): Files => ({ 'tables/orders.json': text });
const module = (text: string, sql = 'SELECT 1 AS n'): Files => ({
  'endpoints/a/query.sql': sql,
  'endpoints/a/endpoint.ts': text,
});
const view = (text: string): Files => ({ 'views/cheap.sql': text });
const func = (text: string): Files => ({ 'functions/tax.sql': text });

/** Mistakes of `fieldstone.json` and of tables. */
export const IN_PROJECT: readonly Mistake[] = [
  ['no JSON', project('{\n  "tenant": "shop"«\n'), 'it is not JSON'],
  ['unknown member', project('{\n  «"tennant": "shop"\n}'), 'tennant: is no member here'],
  [
    'no duration',
    project('{ "defaults": {\n  «"cache": "5 minutes" } }'),
    'must be a duration like "15m"',
  ],
  [
    'settings of no table',
    project('{ "tables": {\n  «"order": {}, "visits": {} } }'),
    'its fields are in no file tables/order.json',
  ],
  [
    'time that is no column',
    project('{ "tables": {\n  "orders": { «"time": "dya" } } }'),
    'the table has no column "dya"',
  ],
  [
    'tenant of a wrong type',
    project('{ "tables": {\n  "orders": { «"tenant": "price" } } }'),
    'is NUMERIC; a tenant is',
  ],
  ['table: no JSON', orders('[\n  { "name": "id" «"type": "INT64" }\n]'), 'it is not JSON'],
  [
    'table: unknown type',
    orders('[\n  { "name": "id", «"type": "NUMBR" }\n]'),
    '"NUMBR" is no type of a column',
  ],
  [
    'table: a type of BigQuery alone',
    orders('[\n  { "name": "id", «"type": "GEOGRAPHY" }\n]'),
    'a GEOGRAPHY is read by endpoints with "@engine bigquery" alone: leave it out',
  ],
  [
    'table: unknown mode',
    orders('[\n  { "name": "id", "type": "INT64", «"mode": "NOT NULL" }\n]'),
    'must be one of NULLABLE, REQUIRED, REPEATED',
  ],
  [
    'table: a collation',
    orders('[\n  { "name": "id", "type": "STRING", «"collation": "und:ci" }\n]'),
    'is not supported: texts are compared by their code points',
  ],
  [
    'table: a column twice',
    orders('[\n  { "name": "id", "type": "INT64" },\n  { «"name": "ID", "type": "INT64" }\n]'),
    'is there twice',
  ],
];

/** Mistakes of `endpoint.ts`. */
export const IN_MODULES: readonly Mistake[] = [
  ['endpoint.ts: syntax', module('export default {\n  description: «;\n};'), 'Cannot import'],
  [
    'endpoint.ts: no export',
    module('«export const a = {};'),
    'Expected an export',
    (_, shown) => shown.replace('defineEndpoint({…})', '{}'),
  ],
  [
    'endpoint.ts: another type than in the SQL',
    module(
      "export default { parameters: { d: { type: 'DATE' } } };",
      `-- @param {DATE!} «d\n${ON_DAY}`,
    ),
    '@d is DATE! here, and DATE in endpoint.ts',
  ],
  [
    'endpoint.ts: unknown type',
    module("export default {\n  parameters: { d: { «type: 'DAY' } },\n};", ON_DAY),
    'has the unknown type "DAY"',
  ],
  [
    'endpoint.ts: no column',
    module("export default {\n  columns: {\n    n: {},\n    «m: { type: 'INT64' },\n  },\n};"),
    'no result column "m"',
  ],
  [
    'endpoint.ts: the tenant is in no parameter',
    module("export default {\n  tenant: { «parameter: 'shop', match: 'equal' },\n};"),
    'is not one of the query',
  ],
];

/** Mistakes of views and functions. */
export const IN_DEFINITIONS: readonly Mistake[] = [
  [
    'view with a parameter',
    view('SELECT o.id, o.price FROM orders AS o\nWHERE o.price < «@p'),
    'Query parameters cannot be used in a view',
  ],
  [
    'views in a circle',
    {
      ...view('SELECT d.id, d.price\nFROM dear AS d'),
      'views/dear.sql': 'SELECT c.id, c.price\nFROM «cheap AS c',
    },
    'depends on itself: cheap => dear => cheap',
  ],
  [
    'view of the name of a table, with the text of another',
    {
      ...view('SELECT 1 AS id, NUMERIC "1" AS price'),
      'views/orders.sql': '«SELECT 1 AS id, NUMERIC "1" AS price',
    },
    'There is a table of the name orders',
  ],
  ['view: syntax', view('SELECT o.id, o.price\nFROM «WHERE orders'), 'Syntax error'],
  [
    'function in JavaScript',
    func(
      'CREATE FUNCTION with_tax(price NUMERIC) RETURNS NUMERIC\n«LANGUAGE js AS "return price";',
    ),
    'Functions in JavaScript are not supported',
  ],
  [
    'function that calls itself',
    func('CREATE FUNCTION with_tax(price NUMERIC) AS (\n  «with_tax(price));'),
    'with_tax => with_tax',
  ],
  [
    'function: syntax',
    func('CREATE FUNCTION with_tax(price NUMERIC)\nAS «price * 2;'),
    'Syntax error: Expected "("',
  ],
];

const ID = '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a11';

/** What endpoints and columns cannot both have. */
export const BETWEEN_ENDPOINTS: readonly Mistake[] = [
  [
    'two endpoints of one id',
    {
      'endpoints/a.sql': `-- @id ${ID}\nSELECT 1 AS n`,
      'endpoints/b.sql': `-- B.\n-- @id «${ID}\nSELECT 1 AS n`,
    },
    '"b" has the id of "a" in endpoints/a.sql',
  ],
  [
    'two endpoints of one field',
    { 'endpoints/a-b.sql': 'SELECT 1 AS n', 'endpoints/a.b.sql': '«SELECT 1 AS n' },
    '"a.b" has the GraphQL name of "a-b"',
  ],
  [
    'a column and an endpoint of one type',
    {
      'endpoints/a.row.sql': 'SELECT 1 AS n',
      'endpoints/a.sql': 'SELECT 1 AS n,\n  STRUCT(1 AS d) AS «row',
    },
    'ARowRow, is also that of the rows of "a.row"',
    inPlaceOf('AS row'),
  ],
  [
    'an enum of the name of a scalar',
    {
      'endpoints/date/query.sql': '«SELECT @time AS time',
      'endpoints/date/endpoint.ts':
        "export default { parameters: { time: { type: 'STRING!', values: { early: 'EARLY' } } } };",
    },
    'The GraphQL name of @time of "date", DateTime, is also that of a type of every project',
  ],
  [
    'two columns of one type',
    query('SELECT STRUCT(STRUCT(1 AS e) AS d) AS c,\n  STRUCT(1 AS e) AS «c_d'),
    'ARowCD, is also that of column "c"',
    inPlaceOf('AS c_d'),
  ],
  [
    'the views of an endpoint and another endpoint',
    {
      ...module(
        "export default { views: { v: { cte: 'v', typeName: 'V' } } };",
        'WITH v AS (SELECT v.id, v.day FROM visits AS v WHERE v.day > @a AND v.day < @b) SELECT COUNT(*) AS n FROM v',
      ),
      'endpoints/a.views.sql': '«SELECT 1 AS n',
    },
    'aViews, is also that of the views of "a"',
  ],
];
