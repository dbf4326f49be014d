import { expect, test } from 'vitest';
import { printStatement } from '../../../../src/engines/bigquery/statements/print-statement.ts';
import { placeName, placeTables } from '../../../../src/engines/bigquery/table-places.ts';
import { WHOLE_TABLE } from '../../../../src/engines/bigquery/warehouse/column-list.ts';
import {
  sourceText,
  type TableSource,
  tableSource,
} from '../../../../src/engines/bigquery/warehouse/table-source.ts';
import { parseTable, type SchemaField } from '../../../../src/googlesql/table.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { compileStatement } from '../../compile-query.ts';

const PLACE = { project: 'example.com:logs-1', dataset: 'prod', tables: {} };
const FIELDS = [
  { name: 'id', type: 'STRING' },
  { name: 'group', type: 'STRING' },
  {
    name: 'metadata',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'a', type: 'INTEGER' },
      { name: 'b', type: 'RECORD', fields: [{ name: 'c', type: 'STRING' }] },
    ],
  },
];
const place = (names: readonly string[], tables: Record<string, string> = {}) =>
  placeTables(new Map(names.map((name) => [name, { fields: FIELDS, isOptional: false }])), {
    ...PLACE,
    tables,
  });
const PLACED = place(['postgres.logs', 'deno-relay-logs']);
const SOURCES = new Map([...PLACED].map(([name, table]) => [name, tableSource(table)]));
const TABLES = new Map([...PLACED.keys()].map((name) => [name, parseTable(name, FIELDS)]));
const INT64 = { type: SCALARS.INT64, value: 1 };

function print(sql: string, sources: ReadonlyMap<string, TableSource> = SOURCES) {
  const parameters = { _tenant: INT64, n: INT64 };
  return printStatement(compileStatement(sql, parameters, TABLES), sources, 10);
}

test('placeTables writes underscores for dots and keeps dashes', () => {
  expect([...PLACED.values()].map((table) => placeName(table.place))).toEqual([
    'example.com:logs-1.prod.postgres_logs',
    'example.com:logs-1.prod.deno-relay-logs',
  ]);
});

test.each([
  ['pg', { project: 'example.com:logs-1', dataset: 'prod', table: 'pg' }],
  ['other.raw.pg', { project: 'other', dataset: 'raw', table: 'pg' }],
  ['example.com:data-1.raw.pg_*', { project: 'example.com:data-1', dataset: 'raw', table: 'pg_*' }],
])('placeTables takes %s', (text, expected) => {
  const placed = place(['postgres.logs'], { 'postgres.logs': text });

  expect(placed.get('postgres.logs')?.place).toEqual(expected);
});

test.each<[string, string | undefined, Record<string, string>, string]>([
  ['my-project.shop.orders', undefined, {}, 'my-project.shop.orders'],
  ['shop.orders', undefined, {}, 'example.com:logs-1.prod.shop_orders'],
  ['a.b.c.d', undefined, {}, 'example.com:logs-1.prod.a_b_c_d'],
  ['orders', 'other.raw.orders_*', {}, 'other.raw.orders_*'],
  ['logs.of.all', 'logs_of_all', {}, 'example.com:logs-1.prod.logs_of_all'],
  ['orders', 'other.raw.orders', { orders: 'mine' }, 'example.com:logs-1.prod.mine'],
])(
  'placeTables puts table %s, declared as %s, with %j, at %s',
  (name, bigquery, named, expected) => {
    const table = { fields: FIELDS, isOptional: false, bigquery };
    const placed = placeTables(new Map([[name, table]]), { ...PLACE, tables: named });

    expect([...placed.values()].map((one) => placeName(one.place))).toEqual([expected]);
  },
);

test.each<[Record<string, string>, string]>([
  [{ nosuch: 'x' }, '"nosuch", which is no log table'],
  [{ 'a.b': 'x` JOIN secrets' }, 'neither the id of a table nor project.dataset.table'],
  [{ 'a.b': 'dataset.x' }, 'neither the id of a table nor project.dataset.table'],
  [{ 'a.b': 'a_c' }, 'the same place'],
])('placeTables refuses %j', (tables, message) => {
  expect(() => place(['a.b', 'a_c'], tables)).toThrow(message);
});

test('printStatement writes our columns of the full name for tables and nothing else', () => {
  const { sql, tables } = print(
    'WITH v AS (SELECT t.id, t.metadata FROM `postgres.logs` AS t) SELECT v.id FROM v, v.metadata AS m',
  );

  expect(sql).toContain(
    'FROM (SELECT id, `group`, metadata FROM `example.com:logs-1.prod.postgres_logs`) AS t',
  );
  expect(sql).toContain('FROM v, v.metadata AS m');
  expect([...tables]).toEqual(['postgres.logs']);
});

test.each([
  ['SELECT 1 AS n', 'LIMIT 10'],
  ['SELECT 1 AS n LIMIT 3', 'LIMIT 3'],
  ['SELECT 1 AS n LIMIT 100 OFFSET 2', 'LIMIT 10 OFFSET 2'],
  ['SELECT 1 AS n UNION ALL SELECT 2 ORDER BY n', 'LIMIT 10'],
  ['SELECT 1 AS n LIMIT @n', 'LIMIT @n'],
])('printStatement bounds the rows of %s', (sql, end) => {
  expect(print(sql).sql.replaceAll(/\s+/g, ' ').trim()).toMatch(
    new RegExp(`${end.replace('@', '\\@')}$`),
  );
});

test.each([
  'WITH `deno-relay-logs` AS (SELECT 1 AS id) SELECT id FROM `deno-relay-logs`',
  'SELECT x FROM (WITH `Deno-Relay-Logs` AS (SELECT 1 AS x) SELECT x FROM `deno-relay-logs`)',
  'SELECT l FROM (SELECT [1] AS logs) AS postgres, postgres.logs AS l',
])('printStatement refuses a name that could be a table or not: %s', (sql) => {
  expect(() => print(sql)).toThrow('is ambiguous here');
});

test('printStatement names parameters so that every server binds them', () => {
  expect(print('SELECT @_tenant AS a, ARRAY(SELECT @n) AS b').sql).toContain('@own_tenant');
});

/** The source of a table that has these fields, of which everything is read. */
function textOf(fields: readonly SchemaField[]): string {
  const table = PLACED.get('postgres.logs');
  if (!table) throw new Error('There is no table');
  return sourceText(tableSource(table, { fields, isView: false }), WHOLE_TABLE);
}

test.each([
  ['nothing', 'id, `group`, metadata'],
  ['another order and more', 'id, `group`, metadata'],
])('tableSource reads our columns of a table with %s', (_, list) => {
  const more = [{ name: 'new', type: 'STRING' }, ...FIELDS.toReversed()];

  expect(textOf(more)).toContain(`SELECT ${list} FROM`);
});

test('tableSource makes NULL of what a table lacks, at every depth', () => {
  const live = [
    { name: 'ID', type: 'STRING' },
    {
      name: 'metadata',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [{ name: 'b', type: 'RECORD', fields: [] }],
    },
  ];

  expect(textOf(live)).toBe(
    '(SELECT id, CAST(NULL AS STRING) AS `group`, ' +
      'ARRAY(SELECT AS STRUCT CAST(NULL AS INT64) AS a, ' +
      'IF(item.b IS NULL, NULL, STRUCT(CAST(NULL AS STRING) AS c)) AS b ' +
      'FROM UNNEST(metadata) AS item WITH OFFSET AS place ORDER BY place) AS metadata ' +
      'FROM `example.com:logs-1.prod.postgres_logs`)',
  );
});

/** Our table, whose records have more fields in the service, in another order. */
const WIDER: readonly SchemaField[] = FIELDS.map((field) =>
  field.fields ? { ...field, fields: [{ name: 'z', type: 'STRING' }, ...field.fields] } : field,
);
const WIDER_SOURCES = new Map(
  [...PLACED].map(([name, table]) => [name, tableSource(table, { fields: WIDER, isView: false })]),
);
const OURS =
  'ARRAY(SELECT AS STRUCT item.a AS a, item.b AS b FROM UNNEST(metadata) AS item WITH OFFSET AS place ORDER BY place) AS metadata';

test.each([
  'SELECT TO_JSON_STRING(t) AS j FROM `postgres.logs` AS t',
  'SELECT FORMAT("%t", t.metadata) AS f FROM `postgres.logs` AS t',
  'SELECT ARRAY_AGG(m) AS a FROM `postgres.logs` AS t, t.metadata AS m',
  'SELECT TO_JSON_STRING(m) AS j FROM `postgres.logs` AS t, UNNEST(t.metadata) AS m',
  'SELECT 1 AS n FROM `postgres.logs` AS t, t.metadata AS m WHERE m = STRUCT(1 AS a, STRUCT("x" AS c) AS b)',
  'SELECT t.metadata FROM `postgres.logs` AS t UNION ALL SELECT t.metadata FROM `deno-relay-logs` AS t',
  'SELECT (SELECT TO_JSON_STRING(m) FROM UNNEST(t.metadata) AS m LIMIT 1) AS j FROM `postgres.logs` AS t',
])('whole records have our fields alone: %s', (sql) => {
  expect(print(sql, WIDER_SOURCES).sql).toContain(OURS);
  expect(print(sql).sql).not.toContain('AS STRUCT');
});

test.each([
  'SELECT t.id, m.b.c FROM `postgres.logs` AS t, UNNEST(t.metadata) AS m WHERE m.a = 1',
  'SELECT t.metadata[OFFSET(0)].a AS a, ARRAY_LENGTH(t.metadata) AS n FROM `postgres.logs` AS t',
  'SELECT t.metadata FROM `postgres.logs` AS t ORDER BY t.id',
])('records are read as they are stored where fields are named or rows decoded: %s', (sql) => {
  expect(print(sql, WIDER_SOURCES).sql).not.toContain('AS STRUCT');
});

/** Our tables without the leaf `metadata.a`. */
const LACKING = FIELDS.map((field) =>
  field.fields ? { ...field, fields: field.fields.filter(({ name }) => name !== 'a') } : field,
);
const LACKING_SOURCES = new Map(
  [...PLACED].map(([name, table]) => [
    name,
    tableSource(table, { fields: LACKING, isView: false }),
  ]),
);

test.each([
  'SELECT m.b.c FROM `postgres.logs` AS t CROSS JOIN UNNEST(t.metadata) AS m',
  'SELECT t.metadata[SAFE_OFFSET(0)].b AS b FROM `postgres.logs` AS t',
  'SELECT t.id FROM `postgres.logs` AS t',
])('a record that lacks a leaf is read as it is where that is not named: %s', (sql) => {
  expect(print(sql, LACKING_SOURCES).sql).toContain('(SELECT id, `group`, metadata FROM ');
});

test.each([
  [
    'SELECT m.a FROM `postgres.logs` AS t CROSS JOIN UNNEST(t.metadata) AS m',
    'CAST(NULL AS INT64) AS a, CAST(NULL AS STRUCT<c STRING>) AS b',
  ],
  [
    'SELECT m.a, m.b.c FROM `postgres.logs` AS t CROSS JOIN UNNEST(t.metadata) AS m',
    'CAST(NULL AS INT64) AS a, STRUCT(item.b.c AS c) AS b',
  ],
  [
    'SELECT m.a, m.b IS NULL AS c FROM `postgres.logs` AS t CROSS JOIN UNNEST(t.metadata) AS m',
    'CAST(NULL AS INT64) AS a, IF(item.b IS NULL, NULL, STRUCT(CAST(NULL AS STRING) AS c)) AS b',
  ],
  [
    'SELECT x.b.c FROM (SELECT m.* FROM `postgres.logs` AS t CROSS JOIN UNNEST(t.metadata) AS m) AS x',
    'CAST(NULL AS INT64) AS a, STRUCT(item.b.c AS c) AS b',
  ],
  [
    'SELECT TO_JSON_STRING(t.metadata) AS j FROM `postgres.logs` AS t',
    'CAST(NULL AS INT64) AS a, item.b AS b',
  ],
])('a record that lacks a leaf is rebuilt of what is read: %s', (sql, members) => {
  expect(print(sql, LACKING_SOURCES).sql).toContain(
    `ARRAY(SELECT AS STRUCT ${members} FROM UNNEST(metadata) AS item WITH OFFSET AS place ORDER BY place) AS metadata FROM`,
  );
});

const GUARDED =
  'FROM (SELECT CASE WHEN r.own THEN r.metadata END AS metadata, CASE WHEN r.own THEN r.id END AS id FROM (SELECT t.metadata, t.id, t.group = "g" AS own FROM `postgres.logs` AS t WHERE t.group = "g") AS r) AS t';

test('behind a security barrier records are rebuilt of what is read, in each scan by itself', () => {
  const { sql } = print(
    `SELECT (SELECT MAX(m.a) FROM UNNEST(t.metadata) AS m) AS a, (SELECT COUNT(*) ${GUARDED}) AS n, t.id ${GUARDED}`,
  );

  expect(sql).toContain(
    '(SELECT id, `group`, ARRAY(SELECT AS STRUCT item.a AS a, CAST(NULL AS STRUCT<c STRING>) AS b FROM UNNEST(metadata) AS item WITH OFFSET AS place ORDER BY place) AS metadata FROM',
  );
  // The other scan reads nothing of the record.
  expect(sql).toContain('(SELECT id, `group`, metadata FROM');
});

test('behind a security barrier a record that is read as a whole stays as it is', () => {
  expect(print(`SELECT t.metadata, t.metadata[SAFE_OFFSET(0)].a ${GUARDED}`).sql).toContain(
    '(SELECT id, `group`, metadata FROM',
  );
});

test.each([
  ['a table', false, ''],
  ['a view', true, 'IF(metadata IS NULL, NULL, '],
])('an array of %s that is told from NULL stays NULL where it may be', (_, isView, guard) => {
  const sources = new Map(
    [...PLACED].map(([name, table]) => [name, tableSource(table, { fields: FIELDS, isView })]),
  );
  const sql = `SELECT ARRAY_LENGTH(t.metadata) AS n, (SELECT MAX(m.a) FROM UNNEST(t.metadata) AS m) AS a ${GUARDED}`;

  expect(print(sql, sources).sql).toContain(`\`group\`, ${guard}ARRAY(SELECT AS STRUCT item.a`);
});

test('no name of a statement is taken for a table', () => {
  const { sql } = print(
    'WITH _source_1 AS (SELECT 1 AS n) SELECT s.n, t.id FROM `postgres.logs` AS t CROSS JOIN _source_1 AS s',
  );

  expect(sql).toContain('CROSS JOIN _source_1 AS s');
});
