import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../support/project.ts';
import { answerTo } from '../../answer.ts';
import { openFixtureDatabase } from '../../fixture-database.ts';

const database = await openFixtureDatabase(PROJECT.tables.values());

async function answer(sql: string): Promise<unknown> {
  const result = await answerTo({ name: '', sql, columns: [], ordered: true, rows: [] }, database);
  return 'rows' in result ? (result.rows as unknown[][])[0] : result;
}

/** LIKE as its definition says, one character after the other. */
function isLike(text: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '%') return [...text, ''].some((_, i) => isLike(text.slice(i), rest));
  if (text.length === 0) return false;
  const isEqual = first === '_' || text[0] === first.at(-1);
  return isEqual && isLike(text.slice(1), rest);
}

test('LIKE matches what its definition says, with a constant pattern and another', async () => {
  const texts = fc.array(
    fc.constantFrom('a', 'b', '%', '_', '\\', '.', '\n', 'é', '🚀', ']', '-'),
    { maxLength: 6 },
  );
  const patterns = fc.array(
    fc.constantFrom(
      '%',
      '%',
      '_',
      'a',
      'b',
      '\\%',
      '\\_',
      '\\\\',
      '\\a',
      '.',
      '\n',
      'é',
      '🚀',
      ']',
      '-',
    ),
    { maxLength: 7 },
  );

  await fc.assert(
    fc.asyncProperty(texts, patterns, async (text, pattern) => {
      const [left, right] = [text.join(''), pattern.join('')].map((part) => JSON.stringify(part));
      const sql = `SELECT ${left} LIKE ${right}, t LIKE p FROM (SELECT ${left} AS t, ${right} AS p FROM UNNEST([1]))`;
      const expected = isLike(text, pattern);

      expect(await answer(sql)).toEqual([expected, expected]);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test.each([
  "REPEAT('a', 100000) LIKE CONCAT(REPEAT('%a', 4), 'b')",
  `REPEAT('a', 100000) LIKE '${'%a_'.repeat(50)}b'`,
  `REPEAT('a', 100000) LIKE '${'%a'.repeat(50)}b'`,
  String.raw`REPEAT('a', 100000) LIKE r'${'%a'.repeat(50)}\_b'`,
])('%s takes little time', { timeout: 5_000 }, async (expression) => {
  expect(await answer(`SELECT ${expression}`)).toEqual([false]);
});

test('LIKE refuses long texts with long patterns of several wildcards', async () => {
  const sql = "SELECT REPEAT('a', 100000) LIKE CONCAT(REPEAT('%a', 5000), 'b')";

  expect(await answer(sql)).toEqual({
    error: 'LIKE with several wildcards is not supported for texts of this length',
  });
});
