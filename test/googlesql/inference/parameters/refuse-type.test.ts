import { describe, expect, test } from 'vitest';
import { SqlError } from '#googlesql';
import { inferred, tag, where } from './inferred.ts';
import { TABLES } from './parameter-tables.ts';
import { infer, inferWithShownTags, shownTag } from './parameter-verdict.ts';

describe('an open type is refused with a tag that mends it', () => {
  test.each([
    ['SELECT @p AS x', 'p', '{STRING!}', 7],
    ['@p IS NULL', 'p', '{STRING}', 22],
    ['@p = @q', 'p', '{STRING!}', 22],
    ['@a + @b > @c', 'a', '{INT64!}', 22],
    ['@p IN UNNEST(@q)', 'p', '{STRING!}', 22],
    ['COALESCE(@p, @q) IS NULL', 'p', '{STRING}', 31],
    ['ARRAY_LENGTH(@p) = 0', 'p', '{ARRAY<STRING>!}', 35],
    ['SELECT COUNT(@p) AS n FROM t', 'p', '{STRING!}', 13],
    ['SELECT @p AS x UNION ALL SELECT @q', 'p', '{STRING!}', 7],
    ['SELECT UPPER(x), LOWER(y) FROM (SELECT @p AS x, @q AS y)', 'p', '{STRING!}', 39],
    ['SELECT x + 1 AS y FROM UNNEST(@p) AS x', 'p', '{ARRAY<INT64>!}', 30],
    ['SELECT DATE_ADD(x, INTERVAL 1 DAY) AS y FROM (SELECT @p AS x)', 'p', '{DATE!}', 53],
    ['i = @p AND @p > 2.5', 'p', '{INT64!}', 33],
    ['d = @p AND CAST(@p AS STRING) = s', 'p', '{DATE!}', 38],
    ['DATE(ts) >= @d AND ts < @d', 'd', '{STRING!}', 46],
    ['LENGTH(@p) > 3 AND b = @p', 'p', '{BYTES!}', 45],
  ])('%s', (text, name, type, offset) => {
    const answer = infer(where(text), TABLES);

    expect(answer).toMatchObject({
      error: { offset, message: expect.stringContaining(`write "-- @param ${type} ${name}"`) },
    });
    expect(inferWithShownTags(where(text), TABLES)).toHaveProperty('parameters');
  });

  test('a tag that is there is replaced', () => {
    const tags = [tag('P', undefined, 'NULL')];
    const answer = infer(where('@p IS NULL'), TABLES, tags);

    expect(answer).toMatchObject({
      error: {
        message: expect.stringContaining('write "@param {STRING} P" in place of "@param P"'),
      },
    });
    expect(inferred(where('@p IS NULL'), tag('P', 'STRING', 'NULL'))).toBe('p: STRING');
  });

  test('where no type suits, another parameter is advised', () => {
    const answer = infer(where('i = @p AND s = @p'), TABLES);

    expect(answer).toMatchObject({
      error: {
        message:
          '@p is INT64 before and STRING here: no type suits both, so write another parameter here',
        offset: 37,
      },
    });
  });

  test('what is wrong apart from types is said as it is', () => {
    const answer = infer(where('nosuch = @p AND @q IS NULL'), TABLES);

    expect(answer).toEqual({ error: new SqlError('Unrecognized name: nosuch', 22) });
    expect('error' in answer && shownTag(answer.error)).toBeUndefined();
  });

  test('a record or range of parameters is written out', () => {
    expect(() =>
      inferred('SELECT 1 AS x FROM (SELECT STRUCT(1 AS a, "b" AS b) AS r) WHERE r = @p'),
    ).toThrow(
      '@p would be STRUCT<a INT64, b STRING>, which no parameter can be: write (@p_a, @p_b) here, a parameter for each field',
    );
  });
});
