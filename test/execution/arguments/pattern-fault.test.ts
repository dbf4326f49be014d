import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternFault } from '../../../src/execution/arguments/check-places.ts';

test.each([
  'demo',
  '^https://[^/]+\\.example\\.com/',
  '(?P<host>\\w+)',
  '[(?<n>]',
  '\\Q(?<n>\\E',
  '\\\\p{Garay}',
  '\\p{Greek}+[\\pL\\p{^Nd}_]*',
  '(?i)[a-zà-ü]+/[а-я]*',
  '\\pL'.repeat(100),
  '[a-z0-9_-]{1000}',
  '[\\x{80}-\\x{10FFFF}]'.repeat(20),
])('patternFault finds none in %j', (pattern) => {
  expect(patternFault(pattern)).toBeUndefined();
});

test.each([
  ['(?<n>a)', 'is not a valid regular expression (RE2): not supported: `(?<`'],
  ['\\p{Garay}', 'is not a valid regular expression (RE2): not supported: `\\p{Garay}`'],
  ['[a\\P{Emoji}]', 'is not a valid regular expression (RE2): not supported: `\\P{Emoji}`'],
  ['(?=a)', 'is not a valid regular expression (RE2): error parsing regexp'],
  ['\\pL'.repeat(500), 'is too large a regular expression'],
  ['(?:\\P{Lo}\\w){900}', 'is too large a regular expression'],
  ['a'.repeat(100_000), 'is too large a regular expression'],
  ['('.repeat(4_000), 'is not a valid regular expression (RE2)'],
  ['(?i)[\\x{100}-\\x{10FFFE}]', 'is too large a regular expression'],
  ['(?i:\\pL)'.repeat(100), 'is too large a regular expression'],
])('patternFault refuses %j', (pattern, fault) => {
  expect(patternFault(pattern)).toContain(fault);
});

const piece = fc.constantFrom(
  ...['a', 'K', 'é', 'ſ', '😀', '-', '&&', '/', '\n', '\u2028', '0', ',', '.', '^', '$', '|'],
  ...['(', '(?:', '(?i:', '(?P<n>', '(?<n>', '(?P<', '(?i)', '(?U)', '(?x)', '(?=', '(?>', '(?-'],
  ...[')', ')', ')', '*', '+', '?', '??', '{0}', '{2,5}', '{1000}', '{,3}', '{3,', '}', ']'],
  ...['[', '[^', '[a', '[[:alpha:]]', '[[:^word:]]', '[[:no:]]', '[z-a]', '[a-\\d]', '[\\pL\\pM]'],
  ...['\\pL', '\\pN', '\\p{Greek}', '\\p{^Lu}', '\\P{Garay}', '\\p{LC}', '\\p{Emoji}', '\\p', '\\'],
  ...['\\d', '\\W', '\\b', '\\B', '\\A', '\\z', '\\Z', '\\C', '\\Q', '\\E', '\\\\', '\\n', '\\cA'],
  ...['\\0', '\\12', '\\377', '\\1', '\\x4', '\\x{10FFFF}', '\\x{110000}', '\\u0041', '\\R', '\\é'],
);

/** Mostly wide, with the repetition that makes them large. */
const repeated = fc
  .tuple(
    fc.constantFrom('', '(?i)'),
    fc.array(
      fc.constantFrom('\\pL', '\\P{Lo}', '[^\\p{Mn}]', '.', '\\W', 'é', '[acegikmoq]', '(?:a|😀)'),
      { minLength: 1, maxLength: 3 },
    ),
    fc.integer({ min: 1, max: 1_000 }),
  )
  .map(([flag, atoms, times]) => `${flag}(?:${atoms.join('')}){${times}}`);

test('patternFault finds a fault wherever the engine finds one', async () => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const statement = await connection.prepare(
    "SELECT regexp_matches(s, $1) FROM (VALUES ('abc'), ('é')) t(s)",
  );
  let taken = 0;

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        {
          arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
          weight: 40,
        },
        { arbitrary: repeated, weight: 1 },
      ),
      async (pattern) => {
        if (patternFault(pattern) !== undefined) return;
        taken += 1;
        statement.bindVarchar(1, pattern);
        await statement.run();
      },
    ),
    { numRuns: 4_000 },
  );
  connection.closeSync();
  instance.closeSync();

  expect(taken).toBeGreaterThan(300);
});
