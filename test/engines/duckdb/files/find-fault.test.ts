import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { faultText, findFault } from '../../../../src/engines/duckdb/files/find-fault.ts';
import { DataFiles } from './data-files.ts';

const all = new DataFiles();

afterAll(() => all.close());

const TABLE = parseTable('t', [
  { name: 'id', type: 'INT64' },
  { name: 'at', type: 'TIMESTAMP' },
  {
    name: 'meta',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [{ name: 'ok', type: 'BOOL' }],
  },
]);

async function faultIn(
  files: DataFiles,
  paths: readonly string[],
  names = TABLE.columns.map(({ name }) => name),
) {
  const descriptions = await files.describe(...paths);
  const described = descriptions.map((description, i) => ({ path: paths[i] ?? '', description }));
  const fault = await findFault(await files.connection(), described, { table: TABLE, names });
  return fault && faultText(fault).replaceAll(`${files.folder}/`, '');
}

const LINES = '{"id":1}\n'.repeat(5_000);

test.each([
  [
    'a.csv',
    'x,id\r\n"1\r\n2",1\r\n\r\n"3\r\n",x\r\n,y\r\n',
    '"a.csv" line 5: column "id" must be a 64-bit integer, without an exponent, not "x"',
  ],
  [
    'a.csv.gz',
    gzipSync('id\n1\n\n2.5\n'),
    '"a.csv.gz" line 4: column "id" must be a 64-bit integer, without an exponent, not "2.5"',
  ],
  [
    'b.csv',
    'id,x\n"1\n2",3\n4,5,6\n',
    '"b.csv" line 4: must have as many fields as its header, 2, not 3',
  ],
  ['c.csv', 'id,x\n1,"2"3\n', /^"c\.csv": CSV Error on Line: 2: Value with unterminated quote/],
  [
    'a.ndjson',
    `${LINES}\n {"id":"2"}\n{"meta":[{"ok":true},{"ok":"no"}]}\n{"id":"x"}`,
    '"a.ndjson" line 5003: column "meta.ok" must be true or false, not "\\"no\\""',
  ],
  ['b.ndjson', '{"id":1}\n\n[1]\n', '"b.ndjson" line 3: must be an object, not "[1]"'],
  ['c.ndjson', '{"id":NaN1}\n{"id":2', '"c.ndjson" line 1: is no JSON: "{\\"id\\":NaN1}"'],
  ['e.ndjson', '{"id":1,"id":1}\n', '"e.ndjson" line 1: has a name twice: "[id, id]"'],
  ['d.ndjson', '{"x":NaN}\n{"id":2', '"d.ndjson" line 2: is no JSON: "{\\"id\\":2"'],
])('findFault names the line, the column and the problem: %s', async (name, content, text) => {
  const files = all.fresh();
  const good = files.write('good.csv', 'id\n1\n');
  const path = files.write(name, content);

  const fault = await faultIn(files, [good, path]);

  if (typeof text === 'string') expect(fault).toBe(text);
  else expect(fault).toMatch(text);
});

test('findFault names the row of a Parquet file', async () => {
  const files = all.fresh();
  const path = await files.writeParquet(
    'a.parquet',
    "SELECT CASE WHEN i = 250000 THEN 0.5 ELSE i END::DOUBLE AS id, 'x' AS at FROM range(300000) AS r(i)",
  );

  expect(await faultIn(files, [path], ['id'])).toBe(
    '"a.parquet" row 250001: column "id" must be a 64-bit integer, without an exponent, not "0.5"',
  );
  expect(await faultIn(files, [path], ['meta'])).toBeUndefined();
});
