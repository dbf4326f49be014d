import { describe, expect, it } from 'vitest';
import { parseTypeSpelling, SqlError, spellType, typeName } from '#googlesql';

const SPELLINGS = [
  ...['STRING', 'STRING!', 'INTERVAL!', 'RANGE<DATE>!', 'ARRAY<STRING>', 'ARRAY<FLOAT64>!'],
  'ARRAY<STRUCT<id INT64!, tags ARRAY<STRING!>!>!>!',
  'STRUCT<INT64, STRUCT<`order` DATE!, key STRUCT<x BOOL>!>>',
];

describe('the spelling of a type', () => {
  it.each(SPELLINGS)('%s is read and written alike', (text) => {
    expect(spellType(parseTypeSpelling(text))).toBe(text);
  });

  it('says what is required, at each level', () => {
    const { type, isRequired, element } = parseTypeSpelling('array<struct<a integer!, b bool> !>');
    expect(typeName(type)).toBe('ARRAY<STRUCT<a INT64, b BOOL>>');
    expect(isRequired).toBe(false);
    expect(element?.isRequired).toBe(true);
    expect(element?.fields?.map((field) => field.type.isRequired)).toEqual([true, false]);
  });

  it.each([
    ['', 'Syntax error: Unexpected end of statement', 0],
    ['ARRAY<STRIN>', 'Type not found: STRIN', 6],
    ['STRING!!', 'Syntax error: Expected end of input but got "!"', 7],
    ['ARRAY<ARRAY<DATE>>', 'Arrays of arrays are not supported', 0],
    ['STRING(5)', 'Parameterized types are not supported here', 0],
    ['STRUCT<a INT64', 'Syntax error: Expected "," or ">" but got end of statement', 14],
  ])('%j is refused: %s', (text, message, offset) => {
    expect(() => parseTypeSpelling(text)).toThrow(
      expect.objectContaining({ constructor: SqlError, message, offset }),
    );
  });
});
