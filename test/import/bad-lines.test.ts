import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { duckdbRows } from '../support/imported.ts';
import { run, storedRows } from '../support/run-import.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const T = '"timestamp": "2026-07-01T10:00:00Z"';
const STORAGE = 'storage.logs.prod.2';

/** Bad lines of NDJSON, each with the same line mended. */
const KINDS: readonly (readonly [kind: string, bad: string | Buffer, mended: string])[] = [
  ['no JSON', `{${T}`, `{${T}}`],
  ['an array', `[{${T}}]`, `{${T}}`],
  ['a number', '5', `{${T}}`],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), `{${T}}`],
  ['a name twice', `{${T}, "id": "a", "id": "b"}`, `{${T}, "id": "b"}`],
  ['no time', '{"id": "a"}', `{"id": "a", ${T}}`],
  ['a time that is null', '{"timestamp": null}', `{${T}}`],
  ['a time that is no time', '{"timestamp": "soon"}', `{${T}}`],
  ['a time that does not exist', '{"timestamp": "2026-02-30"}', `{${T}}`],
  ['24:00', '{"timestamp": "2026-07-01T24:00:00Z"}', `{${T}}`],
  ['a time before 2000', '{"timestamp": "1999-12-31"}', `{${T}}`],
  ['a time ahead of the clock', '{"timestamp": "2027-01-01"}', `{${T}}`],
  ['a number that is a time in no unit', '{"timestamp": 12}', `{${T}}`],
  ['a text that is a number with a fraction', `{${T}, "id": 1.5}`, `{${T}, "id": "1.5"}`],
  ['a text that is an object', `{${T}, "event_message": {}}`, `{${T}, "event_message": "{}"}`],
  ['half of a character', `{${T}, "id": "\\ud800"}`, `{${T}, "id": ""}`],
  ['a column in other letters', `{${T}, "ID": "a"}`, `{${T}, "id": "a"}`],
  ['a record for an array', `{${T}, "metadata": {}}`, `{${T}, "metadata": [{}]}`],
  ['NULL in an array', `{${T}, "metadata": [null]}`, `{${T}, "metadata": []}`],
  ['an integer with a fraction', meta('"remotePort": 200.5'), meta('"remotePort": 200.0')],
  ['an integer that is too large', meta('"remotePort": 1e19'), meta('"remotePort": 1')],
  ['an integer that is true', meta('"remotePort": true'), meta('"remotePort": "1"')],
];

function meta(field: string): string {
  return `{${T}, "metadata": [{"req": [{${field}}]}]}`;
}

test('import counts each kind of a bad line, and takes the rejects once they are mended', async () => {
  const dataDir = temporaryFolder();
  const rejects = join(dataDir, 'rejects.ndjson');
  const good = `{${T}, "id": "good"}`;
  const lines = KINDS.flatMap(([, bad]) => [Buffer.from(bad), Buffer.from(`\n${good}\n`)]);

  const first = await run([STORAGE, '-', '--rejects', rejects], {
    dataDir,
    stdin: Buffer.concat(lines),
  });

  expect(first.code).toBe(0);
  expect(first.stdout).toContain(
    `Imported ${KINDS.length} rows of ${2 * KINDS.length} lines into ${STORAGE}`,
  );
  const told = readFileSync(rejects, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  const unnamed = told.filter(({ reason }) => !/^(?:"|The line|A row)/.test(reason));
  expect(unnamed).toEqual([]);
  expect(told.map(({ line }) => line)).toEqual(KINDS.map((_, i) => 2 * i + 1));
  expect(told.map(({ base64, text }) => base64 ?? text)).toEqual(
    KINDS.map(([, bad]) => (typeof bad === 'string' ? bad : bad.toString('base64'))),
  );

  const mended = KINDS.map(([, , line]) => `${line}\n`).join('');
  const second = await run([STORAGE, '-'], { dataDir, stdin: Buffer.from(mended) });

  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(await storedRows(dataDir, STORAGE, 'count(*)', '1')).toEqual([[String(2 * KINDS.length)]]);
});

test('import of Parquet counts rows that do not fit, by number and column, and rejects them as JSON', async () => {
  const dataDir = temporaryFolder();
  const rejects = join(dataDir, 'rejects.ndjson');
  const path = join(dataDir, 'rows.parquet');
  await duckdbRows(`COPY (SELECT TIMESTAMPTZ '2026-07-01 10:00:00Z' AS timestamp,
      [{req: [{remotePort: CASE i WHEN 1 THEN 200.5 ELSE 200 END::DOUBLE}], note: 'x'}] AS metadata,
      CASE i WHEN 2 THEN '\\xFF'::BLOB ELSE encode('a') END AS id
    FROM range(4) t(i)) TO '${path}' (FORMAT parquet)`);

  const result = await run([STORAGE, path, '--tenant', 'p', '--rejects', rejects], { dataDir });

  expect(result.stdout).toContain(`Imported 2 rows of 4 rows into ${STORAGE}`);
  expect(result.stderr.split('\n')).toEqual([
    'Left out what the table has no column for: "metadata.note" (2 values)',
    'Skipped 2 bad rows: 2–3',
    '  row 2: "metadata.req.remotePort" must be a 64-bit integer, without an exponent, not "200.5"',
    expect.stringMatching(/^ {2}row 3: "id" must be a string, not /),
    '',
  ]);
  const told = readFileSync(rejects, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(
    told.map(({ line, text }) => [line, JSON.parse(text).metadata[0].req[0].remotePort]),
  ).toEqual([
    [2, 200.5],
    [3, 200],
  ]);
  expect(
    await storedRows(dataDir, STORAGE, 'id, metadata[1].project, metadata[1].req[1].remotePort'),
  ).toEqual([
    ['a', 'p', '200'],
    ['a', 'p', '200'],
  ]);
});
