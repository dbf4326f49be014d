import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duckdbType, parseTable, type Table } from '#googlesql';
import { importsFolder } from '../../src/engines/duckdb/tables/imported-file.ts';
import { importRows } from '../../src/import/import-rows.ts';
import { filesOfTable, readImports } from '../../src/import/imports.ts';
import { duckdbRows, filesBelow, readingConnection, rowsOfTable } from '../support/imported.ts';
import { run, storedRows } from '../support/run-import.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EDGE = 'cloudflare.logs.prod';
const LEAVES = 'project, metadata[1].request[1].method, metadata[1].response[1].status_code';
const TIMES = ['2026-07-10T11:59:58Z', '2026-07-10T11:59:59Z'];

const COMBINED = [
  '192.0.2.1 - - [10/Jul/2026:11:59:58 +0000] "GET /a HTTP/1.1" 200 10 "-" "curl/8"',
  '192.0.2.1 - - [10/Jul/2026:11:59:59 +0000] "POST /b HTTP/1.1" 201 - "-" "-"',
].join('\n');

const NDJSON = [
  `{"timestamp": "${TIMES[0]}", "metadata": [{"request": [{"method": "GET"}], "response": [{"status_code": 200}]}]}`,
  `{"timestamp": "${TIMES[1]}", "metadata": [{"request": [{"method": "POST"}], "response": [{"status_code": 201}]}]}`,
].join('\n');

const CSV = [
  'timestamp,metadata.request.method,metadata.response.status_code',
  `${TIMES[0]},GET,200`,
  `${TIMES[1]},POST,201`,
].join('\r\n');

/** A Parquet file of the rows of a statement. */
async function parquet(select: string): Promise<Buffer> {
  const path = join(temporaryFolder(), 'rows.parquet');
  await duckdbRows(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  return readFileSync(path);
}

const row = (
  time: string,
  method: string,
  status: number,
) => `SELECT TIMESTAMP '${time}' AS "timestamp",
  '${method}' AS "metadata.request.method", ${status} AS "metadata.response.status_code"`;
const FLAT = `${row('2026-07-10 11:59:58', 'GET', 200)} UNION ALL ${row('2026-07-10 11:59:59', 'POST', 201)}`;
const NESTED = `SELECT "timestamp"::TIMESTAMP_NS AS "timestamp", [{
  request: [{method: "metadata.request.method"}], response: [{status_code: "metadata.response.status_code"}]
}] AS metadata FROM (${FLAT})`;
const RECORDS = `SELECT "timestamp", {
  request: {method: "metadata.request.method"}, response: {status_code: "metadata.response.status_code"}
} AS metadata FROM (${FLAT})`;

const FORMATS: readonly (readonly [name: string, content: () => Promise<Buffer> | Buffer])[] = [
  ['combined', () => Buffer.from(COMBINED)],
  ['ndjson', () => Buffer.from(NDJSON)],
  ['csv', () => Buffer.from(CSV)],
  ['parquet of leaves', () => parquet(FLAT)],
  ['parquet of arrays', () => parquet(NESTED)],
  ['parquet of records', () => parquet(RECORDS)],
];

const PACKINGS = { plain: Buffer.from, gzip: gzipSync, zstd: zstdCompressSync };

// What unpacks does not know the format: each is tried plain and in one packing.
test.each(
  FORMATS.flatMap(([format, content], i) =>
    Object.entries(PACKINGS)
      .filter((_, j) => j !== 1 + (i % 2))
      .map(([packing, pack]) => ({ format, content, packing, pack })),
  ),
)('import finds out the format of $format, $packing', async ({ content, pack }) => {
  const dataDir = temporaryFolder();
  const stdin = pack(await content());

  const result = await run([EDGE, '-', '--project', 'shop'], { dataDir, stdin });

  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(await storedRows(dataDir, EDGE, LEAVES)).toEqual([
    ['shop', 'GET', '200'],
    ['shop', 'POST', '201'],
  ]);
});

const TABLE = parseTable(
  'every.shape',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'project', type: 'STRING' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    {
      name: 'metadata',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'count', type: 'INTEGER' },
        { name: 'share', type: 'FLOAT' },
        { name: 'ok', type: 'BOOL' },
        { name: 'inner', type: 'RECORD', fields: [{ name: 'x', type: 'STRING' }] },
      ],
    },
  ],
  { tenant: ['project'], time: 'timestamp' },
);

/** The stored rows of an input, and the hash of what was read. */
async function imported(table: Table, input: Uint8Array) {
  const dataDir = temporaryFolder();
  const report = await importRows({ dataDir, table, input: Readable.from([Buffer.from(input)]) });
  expect(report.details).toEqual([]);
  const files = await filesOfTable(importsFolder(dataDir, table.name), table.name);
  const [found] = await readImports(await readingConnection(), files);
  return {
    sha256: found?.metadata?.sha256,
    rows: await rowsOfTable(dataDir, table, 'timestamp, project, tags, metadata'),
  };
}

const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 8 }));
const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const metadata = fc.record({
  count: fc.option(integer),
  share: fc.option(
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom('NaN', '-Infinity'),
    ),
  ),
  ok: fc.option(fc.boolean()),
  inner: fc.option(fc.record({ x: text })),
});
const rowsOf = (elements: fc.Arbitrary<unknown>) =>
  fc.array(
    fc.record({ project: text, tags: fc.array(fc.string({ maxLength: 3 })), metadata: elements }),
    { minLength: 1, maxLength: 5 },
  );

/** Rows are told apart by their time. */
function timed(rows: readonly object[]): readonly Record<string, unknown>[] {
  return rows.map((one, i) => ({ timestamp: `2026-07-10T11:00:00.00000${i}Z`, ...one }));
}

function csvOf(names: readonly string[], records: readonly (readonly unknown[])[]): Buffer {
  const field = (value: unknown) =>
    value === null || value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`;
  return Buffer.from(
    [names.join(','), ...records.map((one) => one.map(field).join(','))].join('\n'),
  );
}

function ndjsonOf(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((one) => JSON.stringify(one)).join('\n'));
}

test('rows as NDJSON, CSV with JSON texts, and Parquet are stored alike', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(fc.array(metadata, { maxLength: 2 })), async (generated) => {
      const rows = timed(generated);
      const input = ndjsonOf(rows);
      const csv = csvOf(
        ['timestamp', 'project', 'tags', 'metadata'],
        rows.map((one) => [
          one['timestamp'],
          one['project'],
          JSON.stringify(one['tags']),
          JSON.stringify(one['metadata']),
        ]),
      );
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'rows.ndjson'), input);
      const columns = TABLE.columns.map(({ name, type }) => `${name}: '${duckdbType(type)}'`);
      const packed = await parquet(
        `FROM read_json('${folder}/rows.ndjson', format = 'newline_delimited', columns = {${columns.join(', ')}})`,
      );

      const expected = await imported(TABLE, input);
      expect(expected.sha256).toBe(createHash('sha256').update(input).digest('hex'));
      expect((await imported(TABLE, gzipSync(input))).sha256).toBe(expected.sha256);
      expect((await imported(TABLE, csv)).rows).toEqual(expected.rows);
      expect((await imported(TABLE, packed)).rows).toEqual(expected.rows);
    }),
    { numRuns: 3 },
  );
});

test('rows with one record each as NDJSON, and as CSV of leaves, are stored alike', async () => {
  const one = metadata.filter(({ count }) => count !== null).map((element) => [element]);
  await fc.assert(
    fc.asyncProperty(rowsOf(one), async (generated) => {
      const rows = timed(generated.map((rest) => ({ ...rest, tags: [] })));
      const csv = csvOf(
        [
          'metadata.inner.x',
          'metadata.ok',
          'metadata.share',
          'metadata.count',
          'project',
          'timestamp',
        ],
        generated.map(({ project, metadata: elements }, i) => {
          const [{ count, inner, ok, share }] = elements as never as [Record<string, never>];
          return [inner?.['x'], ok, share, count, project, rows[i]?.['timestamp']];
        }),
      );
      // A record of which nothing is known is not there in leaves.
      const known = rows.map((each) => withoutEmptyInner(each));

      expect((await imported(TABLE, csv)).rows).toEqual(
        (await imported(TABLE, ndjsonOf(known))).rows,
      );
    }),
    { numRuns: 3 },
  );
});

function withoutEmptyInner(value: Record<string, unknown>): Record<string, unknown> {
  const [element] = value['metadata'] as [Record<string, unknown>];
  const inner = element['inner'] as { readonly x: unknown } | null;
  return { ...value, metadata: [{ ...element, inner: inner?.x == null ? null : inner }] };
}

test('import of CSV counts records that do not fit, and names columns that the table does not have', async () => {
  const lines = [
    '\uFEFF"timestamp",note,event_message,"metadata.parsed.error_severity"',
    '2026-07-10,"two',
    'lines",a,LOG',
    '2026-07-10,,"",',
    '2026-07-10,b',
    'soon,,,',
    '2026-07-10,,"a"b,',
    '2026-07-10,,a"b,"c""d"',
    '2026-07-10,,"open,',
  ];
  const dataDir = temporaryFolder();

  const result = await run(['postgres.logs', '-'], {
    dataDir,
    stdin: Buffer.from(lines.join('\n')),
  });

  expect(result.stderr.split('\n')).toEqual([
    'Left out what the table has no column for: "note" (1 value)',
    'Skipped 4 bad lines: 5–7, 9',
    '  line 5: The record has 2 fields, the header 4',
    expect.stringMatching(/^ {2}line 6: "timestamp" must be a time \(.*\), not "soon"$/),
    '  line 7: The record is not CSV: text follows the closing quote of a field',
    '  line 9: The record is not CSV: a quote is not closed',
    '',
  ]);
  expect(
    await storedRows(
      dataDir,
      'postgres.logs',
      'event_message, metadata[1].parsed[1].error_severity',
    ),
  ).toEqual(
    expect.arrayContaining([
      ['a', 'LOG'],
      ['', null],
      ['a"b', 'c"d'],
    ]),
  );
});

test('import of Parquet names bad rows by their number', async () => {
  const stdin = await parquet(
    `SELECT i * 1e15::BIGINT AS "timestamp", 'x' AS id, CASE WHEN i = 2 THEN 'nan'::DOUBLE END AS "note" FROM range(3) t(i)`,
  );

  const result = await run(['postgres.logs', '-'], { dataDir: temporaryFolder(), stdin });

  expect(result.stdout).toMatch(
    /^Imported 1 row of 3 rows into postgres.logs, as import [0-9a-f]{12}\nFrom 2001-09-09T/,
  );
  expect(result.stderr).toBe(`Skipped 2 bad rows: 1, 3
  row 1: "timestamp" is 0, before 2000-01-01 in every unit
  row 3: "timestamp" is 2000000000000000; it fits microseconds best, but that is 2033-05-18T03:33:20.000000Z, more than a day ahead
`);
});

test('import refuses a CSV header with a name twice', async () => {
  const stdin = Buffer.from('timestamp,id,id\n');

  const result = await run(['postgres.logs', '-'], { dataDir: temporaryFolder(), stdin });

  expect(result.code).toBe(2);
  expect(result.stderr).toContain('The input has two columns "id"');
});

test('import refuses a damaged Parquet file and leaves nothing', async () => {
  const dataDir = temporaryFolder();

  const result = await run([EDGE, '-'], { dataDir, stdin: Buffer.from('PAR1 but no more') });

  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr).toMatch(/^Cannot import "-": /);
  expect(filesBelow(dataDir)).toEqual([]);
});
