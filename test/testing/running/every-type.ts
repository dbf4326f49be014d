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
/** The fields of a table with every type, alone, in arrays and in records. */
export const TABLE = [
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

/** A project whose case has rows of every type in a table, and expects them as they are. */
export function everyType(): Readonly<Record<string, unknown>> {
  const many = `[{${FULL}, "inner": [{${FULL}}, {${FULL}}], "single": {${FULL}}}]`;
  const rows = `[
    { "id": 1, ${FULL}, ${LISTS}, "one": {${FULL}}, "many": ${many} },
    { "id": 2, ${EMPTY}, ${NO_LISTS}, "one": null, "many": [{${EMPTY}, "inner": [], "single": null}] },
    { "id": 3 }
  ]`;
  return {
    'tables/everything.json': TABLE,
    'endpoints/all.sql': 'SELECT * FROM everything ORDER BY id',
    'cases/all/types.json': `{ "tables": { "everything": ${rows} }, "rows": ${rows} }`,
    'cases/all/empty.json': { tables: {}, rows: [] },
  };
}
