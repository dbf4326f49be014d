import { describe, expect, test } from 'vitest';
import { inferred, where } from './inferred.ts';

describe('a parameter is optional where its NULL is treated', () => {
  test.each([
    ['@p IS NULL OR d = @p', true],
    ['@p IS NOT NULL AND d = @p', true],
    ['d IS DISTINCT FROM @p', true],
    ['d = COALESCE(@p, d)', true],
    ['d = COALESCE(d, @p, d)', true],
    ['d = IFNULL(@p, d)', true],
    ['d = COALESCE(CAST(@p AS DATE), d)', true],
    ['s = COALESCE(NULLIF(@p, s), s)', true],
    ['s = IFNULL(LOWER(TRIM(@p)), s)', true],
    ['s = IFNULL(SAFE.SUBSTR(@p, 1, 2), s)', true],
    ['d = COALESCE(DATE_SUB(@p, INTERVAL 1 DAY), d)', true],
    ['i = COALESCE(@p + 1, i)', true],
    ['@p IS UNKNOWN OR @p', true],
    ['COALESCE(ARRAY_LENGTH(@p), 0) = 0 OR s IN UNNEST(@p)', true],
    ["s = IFNULL(JSON_VALUE(@p, '$.a'), s)", true],
    ['d = @p', false],
    ['d = COALESCE(d, @p)', false],
    ['d = IFNULL(d, @p)', false],
    ['s = COALESCE(NULLIF(s, @p), s)', false],
    ["s = COALESCE(IF(@p = 'x', s, s), s)", false],
    ['s = COALESCE(TO_JSON_STRING(LOWER(@p)), s)', false],
    ['COALESCE(l AND @p, l)', false],
    ['COALESCE(l OR @p, l)', false],
    ['@p IS TRUE', false],
    ['(SELECT MAX(i + @p) FROM t) IS NULL', false],
  ])('%s: %s', (text, isOptional) => {
    expect(inferred(where(text))).toMatch(isOptional ? /[^!]$/ : /!$/);
  });
});
