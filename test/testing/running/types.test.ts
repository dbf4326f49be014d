import { expect, test } from 'vitest';
import { encodeResult } from '../../../src/values/encode.ts';
import { caseProject, printAll, runAll } from '../support.ts';

const SCALARS = [
  ['b', 'BOOL'],
  ['i', 'INT64'],
  ['f', 'FLOAT64'],
  ['n', 'NUMERIC'],
  ['s', 'STRING'],
  ['y', 'BYTES'],
  ['d', 'DATE'],
  ['dt', 'DATETIME'],
  ['t', 'TIME'],
  ['at', 'TIMESTAMP'],
  ['j', 'JSON'],
  ['iv', 'INTERVAL'],
] as const;

const fields = SCALARS.map(([name, type]) => ({ name, type }));
const TABLE = [
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  ...fields,
  ...fields.map((field) => ({ ...field, name: `${field.name}_list`, mode: 'REPEATED' })),
  { name: 'one', type: 'RECORD', fields },
  {
    name: 'many',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      ...fields,
      { name: 'inner', type: 'RECORD', mode: 'REPEATED', fields },
      { name: 'single', type: 'RECORD', fields },
    ],
  },
];

/** Every type at the ends of its range, as JSON text: JavaScript's numbers would lose digits. */
const TEXTS: Readonly<Record<string, string>> = {
  b: 'true',
  i: '-9223372036854775808',
  f: '1e300',
  n: '"-99999999999999999999999999999.999999999"',
  s: '"a \\"quoted\\" ü \\u0007 \\\\"',
  y: '"AP/+"',
  d: '"0001-01-01"',
  dt: '"9999-12-31T23:59:59.999999"',
  t: '"00:00:00.000001"',
  at: '1782907200123456',
  j: '{"a b": [1, "x  y", null, 12345678901234]}',
  iv: '"1-2 3 4:5:6.789000"',
};

const FULL = Object.entries(TEXTS).map(([name, text]) => `"${name}": ${text}`);
const LISTS = Object.entries(TEXTS).map(([name, text]) => `"${name}_list": [${text}, ${text}]`);
const EMPTY = Object.keys(TEXTS).map((name) => `"${name}": null`);
const NO_LISTS = Object.keys(TEXTS).map((name) => `"${name}_list": []`);

test('every type is bound as it is written, at any depth, and what is left out is NULL', async () => {
  const many = `[{${FULL}, "inner": [{${FULL}}, {${FULL}}], "single": {${FULL}}}]`;
  const rows = `[
    { "id": 1, ${FULL}, ${LISTS}, "one": {${FULL}}, "many": ${many} },
    { "id": 2, ${EMPTY}, ${NO_LISTS}, "one": null, "many": [{${EMPTY}, "inner": [], "single": null}] },
    { "id": 3 }
  ]`;
  const project = await caseProject({
    'tables/everything.json': TABLE,
    'endpoints/all.sql': 'SELECT * FROM everything ORDER BY id',
    'cases/all/types.json': `{ "tables": { "everything": ${rows} }, "rows": ${rows} }`,
    'cases/all/empty.json': { tables: {}, rows: [] },
  });

  expect(project.read.problems).toEqual([]);
  expect(await printAll(project)).toEqual(['ok all/empty', 'ok all/types']);
});

test('values that only tables have are read too: NaN, infinities, times as text', async () => {
  const project = await caseProject({
    'tables/t.json': TABLE,
    'endpoints/all.sql': `SELECT t.id, CAST(t.f AS STRING) AS f, t.at, t.iv, t.n FROM t ORDER BY t.id`,
    'cases/all/values.json': `{
      "tables": { "t": [
        { "id": 1, "f": "NaN", "at": "2026-07-01T14:00:00.5+02:00", "iv": "P1Y", "n": 12345678901234567890.5 },
        { "id": 2, "f": "-Infinity", "at": "2026-07-01", "n": 1 },
        { "id": "3", "f": "Infinity" }
      ] },
      "rows": []
    }`,
  });

  expect(project.read.problems).toEqual([]);
  const [result] = await runAll(project);
  const outcome = result?.outcome;
  if (outcome?.kind !== 'differs') throw new Error(JSON.stringify(outcome));
  const { columns, rows } = outcome.answer;
  expect(JSON.parse(String(await encodeResult(columns, rows))).result).toEqual([
    { id: 1, f: 'nan', at: 1782907200500000, iv: '1-0 0 0:0:0', n: '12345678901234567890.5' },
    { id: 2, f: '-inf', at: 1782864000000000, iv: null, n: '1' },
    { id: 3, f: 'inf', at: null, iv: null, n: null },
  ]);
});
