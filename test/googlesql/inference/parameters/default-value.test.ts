import { describe, expect, test } from 'vitest';
import { inferred, tag, where } from './inferred.ts';

describe('defaults', () => {
  test.each([
    ['i = @p', undefined, '-5', 'p: INT64! = -5'],
    ['f = @p', undefined, '5', 'p: FLOAT64! = 5'],
    ['n = @p', undefined, '1.25', 'p: NUMERIC! = 1.25'],
    ['d = @p', undefined, "'2026-07-01'", 'p: DATE! = 2026-07-01'],
    ['d = @p', undefined, "DATE '2026-07-01'", 'p: DATE! = 2026-07-01'],
    ['l = @p', undefined, 'TRUE', 'p: BOOL! = true'],
    ['d = @p', undefined, 'NULL', 'p: DATE'],
    ['d = @p', 'DATE', 'NULL', 'p: DATE'],
    ['@p IS NULL OR d = @p', undefined, "'2026-07-01'", 'p: DATE! = 2026-07-01'],
    ['s = @p', 'STRING', "'EUR'", 'p: STRING! = EUR'],
    ['i IN UNNEST(@p)', undefined, '[1, 2]', 'p: ARRAY<INT64>! = [1, 2]'],
    ['f IN UNNEST(@p)', undefined, '[1, 2.5]', 'p: ARRAY<FLOAT64>! = [1, 2.5]'],
    ['d IN UNNEST(@p)', undefined, "['2026-07-01']", 'p: ARRAY<DATE>! = [2026-07-01]'],
    ['s IN UNNEST(@p)', undefined, '[]', 'p: ARRAY<STRING>! = []'],
    // Where no use gives a type.
    ['@p IS NULL', undefined, '5', 'p: INT64! = 5'],
    ['@p IS NULL', undefined, "DATE '2026-07-01'", 'p: DATE! = 2026-07-01'],
    ['ARRAY_LENGTH(@p) = 0', undefined, "['a']", 'p: ARRAY<STRING>! = [a]'],
    ['ARRAY_LENGTH(@p) = 0', undefined, 'ARRAY<DATE>[]', 'p: ARRAY<DATE>! = []'],
    ['SELECT UPPER(x) AS y FROM (SELECT @p AS x)', undefined, "'a'", 'p: STRING! = a'],
  ])('%s with {%s} = %s', (text, type, written, expected) => {
    expect(inferred(where(text), tag('p', type, written))).toBe(expected);
  });

  test.each([
    ['s = @p', undefined, '5', 'The default is INT64 and not STRING'],
    ['s = @p', undefined, "['a']", 'The default is ARRAY<STRING> and not STRING'],
    ['i IN UNNEST(@p)', undefined, '5', 'The default is INT64 and not ARRAY<INT64>'],
    ['d = @p', undefined, "'tomorrow'", 'Could not cast literal "tomorrow" to type DATE'],
    ['d = @p', undefined, 'CURRENT_DATE()', 'A default is NULL, TRUE, FALSE, a number'],
    ['s = @p', undefined, "-'a'", 'A default is NULL, TRUE, FALSE, a number'],
    ['i IN UNNEST(@p)', undefined, '[1, NULL]', 'An array must not have NULL elements'],
    ['@p IS NULL', undefined, '[NULL]', 'An array must not have NULL elements'],
    ['@p IS NULL', undefined, "[1, 'a']", 'No type suits @p and its default'],
    ['d = @p', 'DATE!', 'NULL', 'The default is NULL, which a type with "!" does not have'],
    [
      '@p IS NULL',
      undefined,
      '[]',
      'Cannot tell the type of @p: write "@param {ARRAY<STRING>!} p"',
    ],
    [
      '@p > 1',
      undefined,
      '1.5',
      '@p is INT64, which its default is not: write "@param {FLOAT64!} p"',
    ],
  ])('refuses %s with {%s} = %s', (text, type, written, message) => {
    expect(() => inferred(where(text), tag('p', type, written))).toThrow(message);
  });
});
