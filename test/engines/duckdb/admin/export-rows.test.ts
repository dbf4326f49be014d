import { createReadStream, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importRows } from '../../../../src/cli/import/import-rows.ts';
import { exportRows } from '../../../../src/engines/duckdb/admin/export-rows.ts';
import { StagedRows } from '../../../../src/engines/duckdb/staging/staged-rows.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { parseTable, type SchemaField } from '../../../../src/googlesql/index.ts';
import { importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const VALUES: readonly SchemaField[] = [
  { name: 'text', type: 'STRING' },
  { name: 'whole', type: 'INTEGER' },
  { name: 'part', type: 'FLOAT' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'moment', type: 'TIMESTAMP' },
  { name: 'numbers', type: 'INTEGER', mode: 'REPEATED' },
  { name: 'parts', type: 'FLOAT', mode: 'REPEATED' },
  { name: 'amount', type: 'NUMERIC' },
  { name: 'day', type: 'DATE' },
  { name: 'local', type: 'DATETIME' },
  { name: 'clock', type: 'TIME' },
  { name: 'content', type: 'BYTES' },
  { name: 'contents', type: 'BYTES', mode: 'REPEATED' },
  { name: 'document', type: 'JSON' },
  // Names that SQL of an export or import may use itself.
  { name: 't', type: 'STRING' },
  { name: 'x0', type: 'STRING', mode: 'REPEATED' },
];

const TABLE = parseTable(
  'app.values',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'INTEGER' },
    ...VALUES,
    { name: 'record', type: 'RECORD', fields: VALUES },
    {
      name: 'meta',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'project', type: 'STRING' },
        { name: 'deep', type: 'RECORD', mode: 'REPEATED', fields: VALUES },
      ],
    },
  ],
  { tenant: ['meta', 'project'], time: 'timestamp' },
);

const FULL = {
  text: 'naïve "quoted" \\ \u0000 \n\u2028 🦆',
  whole: '9223372036854775807',
  part: 'NaN',
  flag: false,
  moment: '0001-01-01T00:00:00.000001Z',
  numbers: ['-9223372036854775808', '0', '9007199254740993'],
  parts: ['Infinity', '-Infinity', 5e-324, 1.7976931348623157e308, 0.1],
  amount: '-99999999999999999999999999999.999999999',
  day: '0001-01-01',
  local: '9999-12-31T23:59:59.999999',
  clock: '23:59:59.999999',
  content: Buffer.from([0, 255, 92, 120, 65, 34, 10, 0x2d]).toString('base64'),
  contents: ['', 'AA=='],
  document: { 'a "b"': [1, 1.5, null, true, 'NaN \\ \u0000 🦆', {}], whole: 2 ** 53 },
  t: 'a',
  x0: ['b'],
};
const EMPTY = { numbers: [], parts: [], contents: [], x0: [] };

const ROWS: readonly object[] = [
  { id: 1, ...FULL, record: FULL, meta: [{ project: 'a', deep: [FULL, EMPTY] }] },
  { id: 2, ...EMPTY, meta: [] },
  { id: 3, text: '', record: { ...EMPTY, text: '' }, meta: [{ project: 'b', deep: [] }] },
  { id: 4, text: 'null', meta: [{ project: 'a', deep: [EMPTY] }, { deep: [FULL] }] },
  { id: 5, document: 'null', amount: 0.1, day: '2024-2-29', content: '', meta: [] },
  { id: 6, document: [], amount: 12, local: '2026-07-01 10:00:00', clock: '1:2:3', meta: [] },
].map((row, i) => ({ timestamp: `2026-07-0${1 + (i % 2)}T10:00:00.00000${i}Z`, ...row }));

const ALL = { table: TABLE, from: undefined, to: undefined, project: undefined };

const contentOf = (store: ParquetStore) =>
  valuesOf(
    store,
    TABLE,
    `CAST(struct_pack(${TABLE.columns.map(({ name }) => `"${name}"`).join()}) AS VARCHAR)`,
  );

test.each(['ndjson', 'parquet'] as const)(
  'exportRows as %s gives rows that an import takes back exactly',
  async (format) => {
    const store = new ParquetStore(temporaryFolder());
    await importInto(store, ROWS, TABLE);
    const { path } = await exportRows(await openWriter(store), { ...ALL, format });
    const other = new ParquetStore(temporaryFolder());
    const staged = await StagedRows.open(other, TABLE);

    const { bad, unknown } = await importRows({
      table: TABLE,
      staged,
      input: createReadStream(path),
      format,
      project: undefined,
      host: undefined,
      bounds: undefined,
      shiftTo: undefined,
    });
    await staged.discard();

    expect([bad.count, unknown.size]).toEqual([0, 0]);
    const rows = await contentOf(store);
    expect(rows).toHaveLength(ROWS.length);
    expect(await contentOf(other)).toEqual(rows);
  },
);

test('exportRows selects by time, the end exclusive, and by tenant, the oldest row first', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, ROWS, TABLE);
  const writer = await openWriter(store);
  const idsOf = async (selection: object) => {
    const { path } = await exportRows(writer, { ...ALL, ...selection, format: 'ndjson' });
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line).id);
  };
  const second = BigInt(Date.UTC(2026, 6, 2, 10)) * 1_000n + 1n;

  expect(await idsOf({})).toEqual([1, 3, 5, 2, 4, 6]);
  expect(await idsOf({ from: second })).toEqual([2, 4, 6]);
  expect(await idsOf({ to: second })).toEqual([1, 3, 5]);
  // Row 4 names a tenant and NULL, so that it is nobody's.
  expect(await idsOf({ project: 'a' })).toEqual([1]);
  expect(await idsOf({ project: 'nobody' })).toEqual([]);
});
