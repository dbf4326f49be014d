import { createReadStream, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTable, type SchemaField, type Table } from '#googlesql';
import { type ExportSelection, exportRows } from '../../../src/import/export/export-rows.ts';
import { importRows } from '../../../src/import/import-rows.ts';
import { rowsOfFiles } from '../../../src/import/imported-rows.ts';
import { filesOf, importLines, readingConnection, rowsOfTable } from '../../support/imported.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

const ALL = { table: TABLE, from: undefined, to: undefined, tenant: undefined };

/** Exports rows into one file each part; `rowBytes` decides how many parts there are. */
async function exported(
  dataDir: string,
  selection: ExportSelection,
  rowBytes = 1_000,
): Promise<readonly string[]> {
  const connection = await readingConnection();
  const { table } = selection;
  const relation = await rowsOfFiles(connection, table, await filesOf(dataDir, table.name));
  const source = { connection, relation, rowBytes, folder: temporaryFolder() };
  const paths: string[] = [];
  for await (const path of exportRows(source, selection)) paths.push(path);
  return paths;
}

/** All rows of a table as one text each, in an order of their own. */
const contentOf = (dataDir: string, table: Table = TABLE) =>
  rowsOfTable(
    dataDir,
    table,
    `CAST(struct_pack(${table.columns.map(({ name }) => `"${name}"`).join()}) AS VARCHAR)`,
    'ALL',
  );

async function importFile(
  dataDir: string,
  path: string,
  format: 'ndjson' | 'parquet',
  table = TABLE,
) {
  const input = createReadStream(path);
  const { bad, details, unknown } = await importRows({ dataDir, table, input, format });
  expect([details, bad.count, unknown.size]).toEqual([[], 0, 0]);
}

test.each(['ndjson', 'parquet'] as const)(
  'exportRows as %s gives rows that an import takes back exactly',
  async (format) => {
    const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
    await importLines(dataDir, TABLE, ROWS);

    for (const path of await exported(dataDir, { ...ALL, format })) {
      await importFile(other, path, format);
    }

    const rows = await contentOf(dataDir);
    expect(rows).toHaveLength(ROWS.length);
    expect(await contentOf(other)).toEqual(rows);
  },
);

const PLAIN = parseTable(
  'app.plain',
  [
    { name: 'at', type: 'DATETIME' },
    { name: 'n', type: 'INTEGER' },
    { name: 's', type: 'STRING' },
    {
      name: 'r',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'b', type: 'BYTES' },
        { name: 'f', type: 'FLOAT' },
      ],
    },
  ],
  { time: 'at' },
);

const plainRows = fc.array(
  fc.record({
    at: fc.option(
      fc.constantFrom(
        '2026-07-01T00:00:00',
        '0001-01-01T00:00:00.000001',
        '9999-12-31T23:59:59.999999',
      ),
    ),
    n: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    s: fc.option(fc.string({ unit: 'grapheme', maxLength: 8 })),
    r: fc.array(
      fc.record({
        b: fc.option(
          fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('base64')),
        ),
        f: fc.option(
          fc.oneof(
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.constantFrom('NaN', 'Infinity'),
          ),
        ),
      }),
      { maxLength: 2 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

test('importing what was exported gives the same rows, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(plainRows, fc.constantFrom('ndjson', 'parquet'), async (rows, format) => {
      const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
      await importLines(dataDir, PLAIN, rows);
      const selection = { table: PLAIN, from: undefined, to: undefined, tenant: undefined, format };

      const [path = ''] = await exported(dataDir, selection);
      await importFile(other, path, format, PLAIN);

      expect(await contentOf(other, PLAIN)).toEqual(await contentOf(dataDir, PLAIN));
    }),
    { numRuns: 4 },
  );
});

const linesOf = (paths: readonly string[]) =>
  paths.flatMap((path) => readFileSync(path, 'utf8').split('\n').slice(0, -1));

test('exportRows selects by time, the end exclusive, and by tenant, the oldest row first', async () => {
  const dataDir = temporaryFolder();
  await importLines(dataDir, TABLE, ROWS);
  const idsOf = async (selection: object) => {
    const paths = await exported(dataDir, { ...ALL, ...selection, format: 'ndjson' });
    return linesOf(paths).map((line) => JSON.parse(line).id);
  };
  const second = BigInt(Date.UTC(2026, 6, 2, 10)) * 1_000n + 1n;

  expect(await idsOf({})).toEqual([1, 3, 5, 2, 4, 6]);
  expect(await idsOf({ from: second })).toEqual([2, 4, 6]);
  expect(await idsOf({ to: second })).toEqual([1, 3, 5]);
  // Row 4 names a tenant and NULL, so that it is nobody's.
  expect(await idsOf({ tenant: 'a' })).toEqual([1]);
  expect(await idsOf({ tenant: 'nobody' })).toEqual([]);
});

test('exportRows cuts many rows into parts, in which each row is once and in the order of time', async () => {
  const dataDir = temporaryFolder();
  const rows = Array.from({ length: 7_000 }, (_, i) => ({
    ...(i % 700 !== 0 && {
      at: new Date(Date.UTC(2026, 6, 1) + ((i * 7_919) % 500)).toISOString().slice(0, -1),
    }),
    n: i,
  }));
  await importLines(dataDir, PLAIN, rows);
  const selection = { table: PLAIN, from: undefined, to: undefined, tenant: undefined };

  const parts = await exported(dataDir, { ...selection, format: 'ndjson' }, 1_000_000);
  const [parquet = '', ...others] = await exported(
    dataDir,
    { ...selection, format: 'parquet' },
    1_000_000,
  );

  expect(parts.length).toBeGreaterThan(2);
  const written = linesOf(parts).map((line) => JSON.parse(line));
  const times = written.flatMap(({ at }) => at ?? []);
  expect(times).toEqual(times.toSorted());
  const numbers = written.map(({ n }) => Number(n)).toSorted((a, b) => a - b);
  expect(numbers).toEqual(rows.map(({ n }) => n));
  expect(others).toEqual([]);
  const connection = await readingConnection();
  const reader = await connection.runAndReadAll(
    `SELECT n FROM read_parquet('${parquet}') WHERE "at" IS NOT NULL`,
  );
  const timed = written.filter(({ at }) => at !== undefined && at !== null);
  expect(reader.getRows()).toHaveLength(timed.length);
});
