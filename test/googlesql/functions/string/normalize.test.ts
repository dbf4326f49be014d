import { expect, test } from 'vitest';
import { outcome } from '../../analysis/outcome.ts';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('normalize');

const database = await openDatabase();

test('NFKC of every character is that of ICU', async () => {
  const characters = Array.from({ length: 0x20000 - 0x80 }, (_, i) => i + 0x80).filter(
    (code) => code < 0xd800 || code > 0xe000,
  );
  const changed = characters
    .map((code) => String.fromCodePoint(code))
    .filter((one) => one !== one.normalize('NFKC') || one !== one.toLowerCase());
  const reader = await database.runAndReadAll(
    'SELECT gsql_nfkc(c) FROM (SELECT unnest(string_split($t, chr(1))) AS c)',
    { t: changed.join('\u0001') },
  );

  expect(reader.getRowsJS().flat()).toEqual(changed.map((one) => one.normalize('NFKC')));
});

test('long texts are refused in NFKC where they would change', async () => {
  const error = 'NORMALIZE to NFKC is not supported for texts of more than 8192 bytes';

  expect(await evaluate(database, "SELECT NORMALIZE(REPEAT('ﷺ', 3000), NFKC)")).toEqual({ error });
  expect(await evaluate(database, "SELECT LENGTH(NORMALIZE(REPEAT('é', 9000), NFKC))")).toEqual([
    'INT64',
    9000,
  ]);
});

test.each([
  ["NORMALIZE('a', 'NFC')", 'Argument is not a valid NORMALIZE mode [at 1:23]'],
  ["NORMALIZE('a', NFX)", 'Argument is not a valid NORMALIZE mode: NFX [at 1:23]'],
  ["NORMALIZE_AND_CASEFOLD('a', nfkd)", 'The NORMALIZE mode NFKD is not supported [at 1:36]'],
])('%s is refused', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(message);
});
