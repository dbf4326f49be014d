import { expect, test } from 'vitest';
import { parseTable, type SchemaField } from '#googlesql';
import type { FieldsRead } from '../../../../src/engines/duckdb/demo/demo-rows.ts';
import type { DemoTable } from '../../../../src/engines/duckdb/demo/demo-table.ts';
import { GeneratedRows } from '../../../../src/engines/duckdb/demo/generated-rows.ts';
import { RecordExpression } from '../../../../src/engines/duckdb/records/row-expression.ts';
import { withDemoConnection } from '../../../support/demo-rows.ts';

const FIELDS: readonly SchemaField[] = [
  { name: 'made', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'note', type: 'STRING' },
  {
    name: 'metadata',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'level', type: 'STRING' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      {
        name: 'request',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [
          { name: 'path', type: 'STRING' },
          { name: 'method', type: 'STRING' },
        ],
      },
      {
        name: 'error',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [{ name: 'text', type: 'STRING' }],
      },
    ],
  },
];

const TABLE = parseTable('orders', FIELDS, { time: 'made' });

/** Two rows in every minute. */
const DEMO: DemoTable = {
  rowsPerMinute: 0.001,
  leastRows: 2,
  draws: [
    ['one', '1'],
    ['two', 'one + 1'],
    ['unused', `error('a draw that nothing names')`],
    ['three', 'two + one'],
  ],
  row: {
    note: `'note ' || three`,
    metadata: {
      level: `'level ' || two`,
      tags: `['a']`,
      request: { path: `'/orders'`, method: `error('a field that is not read')` },
      error: new RecordExpression('number = 1', { text: `'late'` }),
    },
  },
};

const MINUTE = 60_000_000;

/** The rows of a minute, as JSON values. */
function rowsOf(demo: DemoTable, list: string, fieldsRead?: FieldsRead, table = TABLE) {
  const rows = new GeneratedRows(demo, table).sql('0', `${MINUTE}`, fieldsRead);
  return withDemoConnection(async (connection) =>
    (await connection.runAndReadAll(`SELECT ${list} FROM (${rows})`)).getRowsJson(),
  );
}

test('a row has the draws that its expressions name, in any depth', async () => {
  expect(await rowsOf(DEMO, 'note', (name) => (name === 'note' ? [[]] : undefined))).toEqual([
    ['note 3'],
    ['note 3'],
  ]);
});

test('fields that are not read are NULL or empty, in the same types', async () => {
  const [row] = await rowsOf(
    DEMO,
    'to_json(metadata), typeof(metadata)',
    (name) => ({ made: [], metadata: [[0], [2, 0]] })[name],
  );

  expect(row).toEqual([
    '{"level":"level 2","tags":[],"request":{"path":"/orders","method":null},"error":[]}',
    'STRUCT("level" VARCHAR, tags VARCHAR[], request STRUCT(path VARCHAR, "method" VARCHAR), "error" STRUCT("text" VARCHAR)[])',
  ]);
});

test('a field that is read is computed, a whole record with all of its fields', async () => {
  await expect(rowsOf(DEMO, 'metadata', () => [[2]])).rejects.toThrow('a field that is not read');
  await expect(rowsOf(DEMO, 'metadata')).rejects.toThrow('a field that is not read');
  expect(await rowsOf(DEMO, 'metadata.error', () => [[3]])).toEqual(
    expect.arrayContaining([[[]], [[{ text: 'late' }]]]),
  );
});

test('a statement that reads no column has the rows', async () => {
  expect(await rowsOf(DEMO, 'count(*)', () => undefined)).toEqual([['2']]);
});

test.each([
  ['DATE', '1970-01-01'],
  ['DATETIME', expect.stringMatching(/^1970-01-01 00:00:00\.\d+$/)],
])('the time may be a %s', async (type, value) => {
  const table = parseTable('orders', [{ name: 'made', type }], { time: 'made' });

  const [[made] = []] = await rowsOf({ ...DEMO, row: {} }, 'min(made)', undefined, table);

  expect(made).toEqual(value);
});

test('demo rows are sent between processes with their table', () => {
  const { single } = structuredClone(new GeneratedRows(DEMO, TABLE));

  expect(single).toEqual(new Set(['metadata', 'metadata.request']));
});

test.each([
  [DEMO, parseTable('orders', FIELDS), 'its table needs a "time"'],
  [{ ...DEMO, row: { nosuch: '1' } }, TABLE, 'Cannot fill "nosuch": the table has no such field'],
  [
    { ...DEMO, row: { metadata: { nosuch: '1' } } },
    TABLE,
    'Cannot fill "metadata.nosuch": the table has no such field',
  ],
  [
    DEMO,
    parseTable('orders', [...FIELDS, { name: 'id', type: 'STRING', mode: 'REQUIRED' }], {
      time: 'made',
    }),
    'its rows leave out the REQUIRED column "id"',
  ],
])('rows that do not fit their table are refused', (demo, table, problem) => {
  expect(() => new GeneratedRows(demo, table)).toThrow(problem);
});
