import { gzipSync, zstdCompressSync } from 'node:zlib';
import { LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { parseTable, type SchemaField } from '#googlesql';
import { readFiles } from '../../../../src/engines/duckdb/files/read-expression.ts';
import { DataFiles } from './data-files.ts';

const all = new DataFiles();

afterAll(() => all.close());

const FIELDS = [
  { name: 'Id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'name', type: 'STRING' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
];

const CSV = '\ufeffNAME,other,id\r\n"a, ""b""\r\nc",x,1\r\n,"",2\r\n"",,3\r\n';
const ROWS = [
  { Id: '1', name: 'a, "b"\r\nc', tags: [] },
  { Id: '2', name: null, tags: [] },
  { Id: '3', name: '', tags: [] },
];

test.each([
  ['a.csv', CSV],
  ['a.csv.gz', gzipSync(CSV)],
  ['a.csv.zst', zstdCompressSync(CSV)],
])('readFiles reads RFC 4180 by the names of its header: %s', async (name, content) => {
  const files = all.fresh();

  expect(await files.rows(files.write(name, content), FIELDS)).toEqual(ROWS);
});

test('readFiles reads long line breaks in quotes', async () => {
  const files = all.fresh();
  const field = 'text,\n"",""\n7,x'.repeat(50_000);
  const path = files.write('a.csv', `id,name\n${`1,"${field}"\n2,y\n`.repeat(40)}`);

  const source = await files.source(path, FIELDS.slice(0, 2));

  expect(await files.select(`SELECT count(*) AS n, sum("Id") AS s FROM ${source}`)).toEqual([
    { n: '80', s: '120' },
  ]);
});

test.each([
  ['id,name\n1\n', /Expected Number of Columns: 2 Found: 1/],
  ['id,name\n1,a,b\n', /Expected Number of Columns: 2 Found: 3/],
  ['id,name\n1,"a"b\n', /unterminated quote/],
])('readFiles fails for a record of other fields: %j', async (content, message) => {
  const files = all.fresh();

  await expect(files.rows(files.write('a.csv', content), FIELDS)).rejects.toThrow(message);
});

test('readFiles reads lists of files that are parameters', async () => {
  const files = all.fresh();
  const connection = await files.connection();
  const read = async (...paths: string[]) => {
    const [description] = await files.describe(...paths);
    if (!description) throw new Error('No description');
    const table = parseTable('t', FIELDS);
    const source = readFiles({ description, table, names: ['Id'], paths: '$paths' });
    const sql = `SELECT "Id" FROM ${source} ORDER BY "Id"`;
    const values = { paths: listValue(paths) };
    return (await connection.runAndReadAll(sql, values, { paths: LIST(VARCHAR) })).getRowsJson();
  };

  const csv = ['a', 'b'].map((name, i) => files.write(`${name}.csv`, `id\n${i}\n`));
  const ndjson = ['a', 'b'].map((name, i) => files.write(`${name}.json`, `{"ID":${i}}`));
  const parquet = [
    await files.writeParquet('a.parquet', 'SELECT 0 AS id'),
    await files.writeParquet('b.parquet', 'SELECT 1 AS id'),
  ];

  for (const paths of [csv, ndjson, parquet]) expect(await read(...paths)).toEqual([['0'], ['1']]);
});

const NESTED = [
  { name: 'id', type: 'INT64' },
  {
    name: 'meta',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'size', type: 'INT64' },
      {
        name: 'inner',
        type: 'RECORD',
        fields: [
          { name: 'ok', type: 'BOOL' },
          { name: 'codes', type: 'NUMERIC', mode: 'REPEATED' },
        ],
      },
    ],
  },
];

test('readFiles reads records by name at any depth, whatever the case', async () => {
  const files = all.fresh();
  const ndjson = files.write(
    'a.ndjson',
    '{"\\u004dETA":[{"Inner":{"codes":[1,"2.5"],"ok":true,"more":{}},"SIZE":7},{}],"id":1}\n\n {"id":2}\r\n{"id":3,"meta":null}',
  );
  const parquet = await files.writeParquet(
    'a.parquet',
    `SELECT * FROM (VALUES ([{'Inner': {'codes': [1, 2.5]::DOUBLE[], 'ok': true, 'more': 1}, 'SIZE': 7::TINYINT},
      {'Inner': NULL, 'SIZE': NULL}], 1), (NULL, 2), ([], 3)) AS v("META", "ID")`,
  );

  const rows = [
    {
      id: '1',
      meta: [
        { size: '7', inner: { ok: true, codes: ['1.000000000', '2.500000000'] } },
        { size: null, inner: null },
      ],
    },
    { id: '2', meta: [] },
    { id: '3', meta: [] },
  ];
  expect(await files.rows(ndjson, NESTED)).toEqual(rows);
  expect(await files.rows(parquet, NESTED)).toEqual(rows);
});

test('readFiles reads records in records of ten levels', async () => {
  const files = all.fresh();
  let [json, field]: [string, SchemaField] = ['1', { name: 'v', type: 'INT64' }];
  for (let level = 0; level < 10; level += 1) {
    json = `[{"v":${json}}]`;
    field = { name: 'v', type: 'RECORD', mode: 'REPEATED', fields: [field] };
  }

  const rows = await files.rows(files.write('a.ndjson', `{"v":${json}}`), [field]);

  expect(JSON.stringify(rows)).toBe(`[{"v":${json.replace('1', '"1"')}}]`);
});

test('readFiles reads a map as its keys and values', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    "SELECT * FROM (VALUES (MAP {'a': 1, 'b': NULL}), (MAP {}), (NULL)) AS v(m)",
  );
  const fields = [
    { name: 'key', type: 'STRING' },
    { name: 'value', type: 'INT64' },
  ];

  expect(await files.rows(path, [{ name: 'm', type: 'RECORD', mode: 'REPEATED', fields }])).toEqual(
    [
      {
        m: [
          { key: 'a', value: '1' },
          { key: 'b', value: null },
        ],
      },
      { m: [] },
      { m: [] },
    ],
  );
});

test.each([
  ['a.csv', 'name\nx\n', 'Id'],
  ['b.csv', 'id,name\n,x\n', 'Id'],
  ['a.json', '{"name":"x"}', 'Id'],
  ['b.json', '{"id":1,"ID":2}', 'has a name twice'],
  ['c.json', '{"id":1}\n5\n', 'must be an object'],
])(
  'readFiles fails where a REQUIRED column is NULL, or a row is none: %s',
  async (name, content, message) => {
    const files = all.fresh();

    await expect(files.rows(files.write(name, content), FIELDS)).rejects.toThrow(message);
  },
);

test('readFiles reads imported files without an expression, and single records as they are', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    "SELECT i::BIGINT AS id, {'size': i::BIGINT, 'inner': {'ok': true, 'codes': [1::DECIMAL(38, 9)]}} AS meta FROM range(2) AS r(i)",
    true,
  );

  const single = await files.source(path, NESTED, new Set(['meta']));
  expect(single).toBe(`read_parquet(['${path}'], hive_partitioning = false)`);
  expect(await files.rows(path, NESTED)).toMatchObject([
    { id: '0', meta: [{ size: '0', inner: { ok: true, codes: ['1.000000000'] } }] },
    { id: '1', meta: [{ size: '1' }] },
  ]);
});

test('readFiles reads exact columns of other files so that row groups and columns are left out', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    "SELECT i AS n, i::INTEGER AS m, 'x' AS s FROM range(300000) AS r(i)",
  );
  const fields = [
    { name: 'n', type: 'INT64' },
    { name: 'm', type: 'INT64' },
    { name: 's', type: 'STRING' },
  ];

  const [plan] = await files.select(
    `EXPLAIN SELECT m FROM ${await files.source(path, fields)} WHERE n > 290000`,
  );

  expect(String(plan?.['explain_value'])).toMatch(/Projections: m [\s\S]*Filters: n>290000/);
});

test('readFiles reads REQUIRED columns and fields as they are stored where they are known to hold no NULL', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    "SELECT 1::BIGINT AS id, {'ok': true} AS meta",
  );
  const table = parseTable('t', [
    { name: 'Id', type: 'INT64', mode: 'REQUIRED' },
    {
      name: 'meta',
      type: 'RECORD',
      mode: 'REQUIRED',
      fields: [{ name: 'ok', type: 'BOOL', mode: 'REQUIRED' }],
    },
  ]);
  const [description] = await files.describe(path);
  if (!description) throw new Error('No description');
  const group = { description, table, names: ['Id', 'meta'], paths: `['${path}']` };

  const [filled] = await files.filled(path);
  expect(readFiles({ ...group, filled })).not.toContain('coalesce');
  expect(readFiles(group).match(/coalesce/g)).toHaveLength(3);
});
