import { expect, test } from 'vitest';
import { parseHeader } from '#googlesql';

const SELECT = 'SELECT 1 AS one';

/** What stands at the offsets of the errors, and their messages. */
const errorsIn = (sql: string) =>
  parseHeader(sql).errors.map(({ message, offset = -1 }) => [
    sql.slice(offset).split('\n')[0],
    message,
  ]);

test.each([
  ['@cahce 15m', '@cahce 15m', 'There is no tag "@cahce": write "@cache"'],
  ['@maxrows 5', '@maxrows 5', 'There is no tag "@maxrows": write "@maxRows"'],
  ['@', '@', 'There is no tag "@": there are @param, @column, @returns'],
  ['@author Me', '@author Me', 'There is no tag "@author": there are @param, '],
  ['@cache 15m\n-- @cache 15m', '@cache 15m', '@cache is there twice'],
  ['@cache\n-- @cache', '@cache', '@cache cannot be nothing: write "@cache 15m"'],
  ['@param a\n-- @param A - Text', 'A - Text', '@param A is there twice'],
  ['@column a\n-- @column {INT64} `a`', '`a`', '@column a is there twice'],
  ['@cache 15m\n-- Text', 'Text', 'write what describes the endpoint above the tags'],
  ['@param a - b\n-- Text', 'Text', 'write "--   Text"'],
  ['@param a - b\n--  1', '1', 'write "--   1"'],
  ['Text.\n--  @cache 15m', '@cache 15m', 'A tag begins its line: write "-- @cache 15m"'],
  ['@param a - b\n--    @cache 15m', '@cache 15m', 'A tag begins its line'],
  ['@cache 15', '15', '@cache cannot be "15": write "@cache 15m"'],
  ['@warm on', 'on', '@warm cannot be "on": write "@warm 5m" (s, m, h or d) or "@warm off"'],
  ['@maxRows 0', '0', '@maxRows cannot be "0": write "@maxRows 500"'],
  ['@maxRows off', 'off', '@maxRows cannot be "off"'],
  ['@maxBytes 10', '10', '@maxBytes cannot be "10": write "@maxBytes 10GB"'],
  ['@sandbox on', 'on', '@sandbox cannot be "on": write "@sandbox" or "@sandbox off"'],
  ['@returns many', 'many', '@returns cannot be "many": write "@returns one"'],
  ['@engine duckdb', 'duckdb', '@engine cannot be "duckdb": write "@engine bigquery"'],
  ['@tenant @shop', '@shop', '@tenant cannot be "@shop": write the name of a parameter'],
  ['@id 42', '42', '@id cannot be "42": write a UUID: "@id '],
  ['@deprecated', '@deprecated', '@deprecated cannot be nothing'],
  ['@example [1]', '[1]', 'The arguments of @example are not an object, like {"currency"'],
  ['@example {"a": x}', 'x}', 'The arguments of @example are not JSON'],
  ['@example {\n--   "a": x}', 'x}', 'The arguments of @example are not JSON'],
  ['@example {"a"', '"a"', 'The arguments of @example are not JSON'],
  ['@param', '', 'Expected a name: write "@param since - Text"'],
  ['@param {INT64} - Text', '- Text', 'Expected a name'],
  ['@param {INT64 n', '{INT64 n', 'Expected "}" after the type'],
  ['@param {} n', '} n', 'Syntax error: Unexpected end of statement'],
  ['@param {INT} n\n-- @param {NOSUCH} m', 'NOSUCH} m', 'Type not found: NOSUCH'],
  ['@param {STRUCT<a INT64>} n', 'STRUCT<a INT64>} n', 'The type of a parameter is a scalar one'],
  ['@param {RANGE<DATE>} n', 'RANGE<DATE>} n', 'The type of a parameter is a scalar one'],
  ['@param n Text', 'Text', 'Expected " - " before the text: write "@param n - Text"'],
  ['@param n- Text', '- Text', 'Expected " - " before the text: write "@param n - Text"'],
  ['@column `a b` Text', 'Text', 'write "@column `a b` - Text"'],
  ['@param n = 5 + 1', '5 + 1', 'write "COALESCE(@n, 5 + 1)" in the statement'],
  ['@param n = 5 * 2 - Text', '5 * 2 - Text', 'write "COALESCE(@n, 5 * 2)" in the statement'],
  ['@param n = 5 Text', 'Text', 'Expected " - " before the text'],
  ['@param n =', '', 'Syntax error: Unexpected end of statement'],
  ["@param n = 'EUR", "'EUR", 'Syntax error: Unclosed string literal'],
  ["@param n = '\\q' - Text", "\\q' - Text", 'Illegal escape sequence: \\q'],
  [
    '@param since = CURRENT_DATE() - Today',
    'CURRENT_DATE() - Today',
    'A default is a literal: write "COALESCE(@since, CURRENT_DATE())" in the statement',
  ],
  ['@param n = NOT TRUE', 'NOT TRUE', 'Syntax error: Unexpected keyword NOT'],
  ['@param n = -TRUE', '-TRUE', 'A default is a literal'],
  ['@param n = [[1]]', '[[1]]', 'A default is a literal'],
  ['@param n = @other', '@other', 'A default is a literal'],
  ['@param n = (SELECT 1)', '(SELECT 1)', 'A default is a literal'],
])('-- %s is refused at %j', (comment, place, message) => {
  const sql = `-- ${comment}\n${SELECT}`;
  const [[at, text] = []] = errorsIn(sql);

  expect([at, text]).toEqual([place, expect.stringContaining(message)]);
});

test('a tag with a mistake hides no other mistake and no other tag', () => {
  const sql = `-- Text.
/* @nosuch
   * @cache soon */
# @param {INT64} a = b
-- stray
-- @warm 5m
-- @cache 1h
${SELECT}`;
  const header = parseHeader(sql);

  expect(errorsIn(sql).map(([place]) => place)).toEqual([
    '@nosuch',
    'soon */',
    'b',
    'stray',
    '@cache 1h',
  ]);
  expect([header.description, header.warm?.value, header.parameters]).toEqual(['Text.', 300, []]);
});
