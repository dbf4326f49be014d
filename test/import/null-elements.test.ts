import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { duckdbType } from '#googlesql';
import { parseTable } from '../../src/googlesql/table.ts';
import { importRows } from '../../src/import/import-rows.ts';
import { duckdbRows, rowsOfTable } from '../support/imported.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TABLE = parseTable(
  'app.tags',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'project', type: 'STRING' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    {
      name: 'metadata',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'n', type: 'INTEGER', mode: 'REQUIRED' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      ],
    },
  ],
  { tenant: ['project'], time: 'timestamp' },
);

const ROWS = [
  { tags: ['a'], metadata: [{ n: 1, tags: ['x'] }] },
  { tags: ['a', null], metadata: [] },
  { tags: null, metadata: null },
  { tags: [], metadata: [{ n: 1, tags: null }, null] },
  { tags: ['b'], metadata: [{ n: 2, tags: [null] }] },
  { tags: ['b'], metadata: [{ n: null, tags: [] }] },
].map((row, i) => ({ timestamp: `2026-07-10T11:00:0${i}Z`, ...row }));

const ndjson = () => Buffer.from(ROWS.map((row) => JSON.stringify(row)).join('\n'));

function csv(): Buffer {
  const field = (value: unknown) =>
    value === null ? '' : `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const records = ROWS.map(
    ({ metadata, tags, timestamp }) => `${timestamp},${field(tags)},${field(metadata)}`,
  );
  return Buffer.from(['timestamp,tags,metadata', ...records].join('\n'));
}

async function parquet(): Promise<Buffer> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rows.ndjson'), ndjson());
  const columns = TABLE.columns.map(({ name, type }) => `${name}: '${duckdbType(type)}'`);
  await duckdbRows(`COPY (FROM read_json('${folder}/rows.ndjson', format = 'newline_delimited',
    columns = {${columns.join(', ')}})) TO '${folder}/rows.parquet' (FORMAT parquet)`);
  return readFileSync(join(folder, 'rows.parquet'));
}

test.each([
  ['ndjson', ndjson, [2, 4, 5, 6]],
  ['csv', csv, [3, 5, 6, 7]],
  ['parquet', parquet, [2, 4, 5, 6]],
] as const)(
  'import of %s refuses rows with NULL in an array or in a REQUIRED field, and stores a NULL array as an empty one',
  async (format, content, lines) => {
    const dataDir = temporaryFolder();

    const { bad, details, rows } = await importRows({
      ...{ dataDir, table: TABLE, format },
      input: Readable.from([await content()]),
    });

    expect([rows, bad.count]).toEqual([2, 4]);
    const reasons = [
      /^"tags" must not hold null$/i,
      /^"metadata" must not hold null$/i,
      /^"metadata.tags" must not hold null$/i,
      /^"metadata.n" is (?:missing|REQUIRED, and there is no value)$/,
    ].map((reason, i) => ({ line: lines[i], reason: expect.stringMatching(reason) }));
    expect(details).toEqual(reasons);
    expect(await rowsOfTable(dataDir, TABLE, 'tags, len(metadata)')).toEqual([
      [['a'], '1'],
      [[], '0'],
    ]);
  },
);
