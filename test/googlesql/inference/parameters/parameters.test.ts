import { describe, expect, test } from 'vitest';
import { inferParameters, parseQuery, SqlError } from '#googlesql';
import { inferred, tag, where } from './inferred.ts';
import { TABLES } from './parameter-tables.ts';
import { infer, typesOf } from './parameter-verdict.ts';

describe('tags', () => {
  test.each([
    ['stands in place of uses', 'd = @p', tag('p', 'STRING!'), 'p: STRING!'],
    ['is found without regard to case', 'i > @First', tag('fIRST', 'FLOAT64'), 'First: FLOAT64'],
    ['decides whether it is required', '@p IS NULL OR d = @p', tag('p', 'DATE!'), 'p: DATE!'],
    ['decides whether it is optional', 'd = @p', tag('p', 'DATE'), 'p: DATE'],
    ['gives the type of other parameters', '@p = @q', tag('p', 'TIME!'), undefined],
    [
      'says of what an array is',
      'ARRAY_LENGTH(@p) > 1',
      tag('p', 'ARRAY<STRING!>'),
      'p: ARRAY<STRING>',
    ],
  ])('a tag %s', (_, text, own, expected) => {
    const result = inferred(where(text), own);

    expect(result).toBe(expected ?? 'p: TIME!, q: TIME!');
  });

  test('the statement must resolve with the type of a tag', () => {
    expect(() => inferred(where('i = @p'), tag('p', 'STRING'))).toThrow(
      'No matching signature for operator = for argument types: INT64, STRING',
    );
  });

  test.each(['STRUCT<a INT64>', 'RANGE<DATE>', 'ARRAY<STRUCT<a INT64>>'])('refuses %s', (type) => {
    expect(() => inferred(where('l OR @p IS NULL'), tag('p', type))).toThrow(
      'A parameter cannot be',
    );
  });

  test('refuses a tag of no parameter at its place', () => {
    const answer = infer(where('i = @a AND s = @b'), TABLES, [{ ...tag('c', 'DATE'), offset: 12 }]);

    expect(answer).toEqual({
      error: new SqlError('The query does not have a parameter @c: it has @a, @b', 12),
    });
  });
});

test('a parameter has the place and the spelling of its first use in the text', () => {
  const sql =
    'SELECT IF(s = @Second, 1, 2) AS x FROM (SELECT s FROM t WHERE d = @FIRST AND s <> @SECOND)';

  expect(infer(sql, TABLES)).toMatchObject({
    parameters: [
      { name: 'Second', offset: sql.indexOf('@Second') },
      { name: 'FIRST', offset: sql.indexOf('@FIRST') },
    ],
  });
});

test('the resolved statement has the settled types', () => {
  const { resolved } = inferParameters(parseQuery('SELECT @p AS x, s FROM t WHERE d = @p'), {
    tables: TABLES,
    tags: [],
  });

  expect(resolved.output.map(({ name, column }) => [name, column.type.kind])).toEqual([
    ['x', 'DATE'],
    ['s', 'STRING'],
  ]);
  expect([...resolved.parameters]).toEqual(['p']);
});

test('names in lower case are what types are listed by', () => {
  const answer = infer(where('d = @Since'), TABLES);

  expect('parameters' in answer && typesOf(answer.parameters)).toEqual({ since: 'DATE' });
});
