import { expect, test } from 'vitest';
import { outcome } from '../../analysis/outcome.ts';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';
import { evaluate, overColumns } from '../evaluate.ts';

const database = await openDatabase();

// The reference has no SEARCH. These are the examples of BigQuery's documentation, but one whose result contradicts its
// rules for phrases.
const DOCUMENTED: readonly (readonly [call: string, value: boolean])[] = [
  ["SEARCH('foobar-example', 'foobar example')", true],
  ["SEARCH('foobar-example', 'foobarexample')", false],
  ["SEARCH('foobar-example', 'foobar\\\\&example')", true],
  ["SEARCH('foobar-example', R'foobar\\&example')", true],
  ["SEARCH('foobar-example', '`foobar&example`')", false],
  ["SEARCH('foobar&example', '`foobar&example`')", true],
  ["SEARCH('foobar-example', 'example foobar')", true],
  ["SEARCH('foobar-example', 'Foobar Example')", true],
  ["SEARCH('foobar-example', '`foobar-example`')", true],
  ["SEARCH('foobar-example', '`Foobar`')", false],
  ["SEARCH('`foobar-example`', '`foobar-example`')", false],
  ["SEARCH('foobar@example.com', '`example.com`')", true],
  ["SEARCH('a foobar-example b', '`foobar-example`')", true],
  ["SEARCH(['foobar', 'example'], 'foobar example')", false],
  ["SEARCH('foobar=', '`foobar\\\\=`')", false],
  ["SEARCH('foobar=', R'`\\foobar=`')", false],
  ["SEARCH('foobar=', 'foobar\\\\=')", true],
  ["SEARCH('foobar=', R'foobar\\=')", true],
  ["SEARCH('foobar.example', '`foobar`')", true],
  ["SEARCH('foobar.example', '`foobar.\\`')", false],
  ["SEARCH('foobar..example', '`foobar.`')", true],
  ["SEARCH('foo.bar', '`foo.`')", false],
  ["SEARCH('foo..bar', '`foo.`')", true],
  ["SEARCH('Hello-world', '`WORLD`')", false],
  ["SEARCH('foo bar baz', 'foo bar')", true],
  ["SEARCH('foo bar baz', 'foo AND bar')", true],
  ["SEARCH('foo', 'foo OR bar')", true],
  ["SEARCH('foo', 'foo AND (bar OR baz)')", false],
  ["SEARCH('foo baz.bar', '\"foo bar\"')", false],
  ["SEARCH('foo baz.bar', '\"foo baz\"')", true],
  ["SEARCH('foo bar baz', '\"foo bar\"')", true],
  ["SEARCH('Foo bar baz', '\"foo Bar\"')", true],
  ["SEARCH('foo-bar baz', '\"foo&bar\"')", true],
  ["SEARCH('foo bar baz', '\"`foo bar`\"')", false],
  ["SEARCH('foo else bar', '\"foo bar\"')", false],
  ["SEARCH('foo-bar-baz', 'bar \"foo&baz\"')", false],
  ["SEARCH('foobar', 'foobar', analyzer=>'NO_OP_ANALYZER')", true],
  ["SEARCH('foobar', '`foobar`', analyzer=>'NO_OP_ANALYZER')", false],
  ["SEARCH('Foobar', 'foobar', analyzer=>'NO_OP_ANALYZER')", false],
  ["SEARCH('foobar example', 'foobar', analyzer=>'NO_OP_ANALYZER')", false],
  ["SEARCH('', '', analyzer=>'NO_OP_ANALYZER')", true],
];

/** What a call is, of literals and of columns. */
async function expectValue(call: string, value: boolean | null): Promise<void> {
  const sql = `SELECT ${call}`;
  for (const text of [sql, overColumns(sql) ?? sql]) {
    expect(await evaluate(database, text)).toEqual(['BOOL', value]);
  }
}

test.each(DOCUMENTED)('%s is %s, as documented', expectValue);

test.each([
  ["SEARCH('127.0.0.1', '127.0.0.1')", true],
  ["SEARCH('181.94.60.64', '`94.60.64.181`')", false],
  ["SEARCH('deleted by 94.60.64.181', '`94.60.64.181`')", true],
  // Delimiters that are encoded in an address.
  ["SEARCH('a%20bar', 'bar')", true],
  ["SEARCH('a%252bar', 'bar')", false],
  ["SEARCH('a%2526bar', 'bar')", true],
  ["SEARCH('a%2526bar', '`bar`')", true],
  ["SEARCH('a%3Bbar', 'bar')", true],
  ["SEARCH('a%3Bbar', '3bbar')", false],
  ["SEARCH('a%29', '`a`')", true],
  // Letters beyond ASCII are kept, and no delimiters.
  ["SEARCH('GRÜN', 'grÜn')", true],
  ["SEARCH('GRÜN', 'grün')", false],
  ["SEARCH('a—b', 'b')", false],
  // AND and blanks bind more closely than OR; other cases of the words are terms.
  ["SEARCH('a', 'a OR b c')", true],
  ["SEARCH('c', '(a OR b) c')", false],
  ["SEARCH('b c', '(a OR b)c')", true],
  ["SEARCH('a and b', 'and')", true],
  ["SEARCH('in', '`in`')", true],
  ['SEARCH(\'a"b\', R\'"a\\"b"\')', true],
  ["SEARCH('a`b', R'a\\`b')", true],
  ["SEARCH('a', 'a .')", true],
  ["SEARCH('b', '. OR a')", false],
  ["SEARCH('aba', '`ab`')", false],
  ["SEARCH('aba ab', '`ab`')", true],
  ["SEARCH('xab', '`ab`')", false],
  ["SEARCH('a-a-a-b', '`a-a-b`')", true],
  ["SEARCH('aaaa-aa', '`aa-a`')", false],
  ["SEARCH('xababab abab', '`abab`')", true],
])('%s is %s', expectValue);

test.each([
  ["SEARCH(CAST(NULL AS STRING), 'a')", null],
  ["SEARCH(1, '1')", false],
  ["SEARCH(STRUCT(1 AS a, DATE '2020-01-01' AS b), '2020')", false],
  ["SEARCH(STRUCT('x' AS a, 'b c' AS b), 'c b')", true],
  ["SEARCH(STRUCT('b' AS a, 'c' AS b), 'c b')", false],
  ["SEARCH(STRUCT(CAST(NULL AS STRING) AS a, 'c' AS b), 'c')", true],
  ["SEARCH(STRUCT(CAST(NULL AS STRING) AS a, 'c' AS b), 'd')", null],
  ["SEARCH([STRUCT('x' AS a, ['y', 'z'] AS b)], 'z')", true],
  ["SEARCH([STRUCT('x' AS a, ['y', 'z'] AS b)], 'w')", false],
  ["SEARCH(CAST([] AS ARRAY<STRING>), 'a')", false],
  ["SEARCH(CAST(NULL AS ARRAY<STRING>), 'a')", false],
  ["SEARCH(['a', 'b'], 'B', analyzer => 'NO_OP_ANALYZER')", false],
  ["SEARCH(['a', 'b'], 'b', analyzer => 'no_op_analyzer')", true],
])('SEARCH of the texts of a value: %s is %s', expectValue);

test.each([
  ["SEARCH('a', '')", 'it has no tokens'],
  ["SEARCH('a', ' . ')", 'it has no tokens'],
  ["SEARCH('a', 'b-c')", 'there is an unescaped character at 1'],
  ["SEARCH('a', 'b NOT c')", 'NOT must be in backticks'],
  ["SEARCH('a', 'b OR')", 'a term is missing'],
  ["SEARCH('a', '(b')", 'brackets do not match'],
  ["SEARCH('a', 'b)')", 'brackets do not match'],
  [`SEARCH('a', '${'('.repeat(60)}b${')'.repeat(60)}')`, 'it is nested too deeply'],
  [`SEARCH('a', '${'b'.repeat(1_025)}')`, 'it has more than 1024 characters'],
  [`SEARCH('a', '${'b.'.repeat(101)}')`, 'it has more than 100 words'],
])('%s is refused', async (call, problem) => {
  expect(await evaluate(database, `SELECT ${call}`)).toEqual({
    error: `Invalid search_query of SEARCH: ${problem}`,
  });
});

test.each([
  ["SEARCH('a', NULL)", 'Argument 2 to SEARCH must be non-NULL [at 1:20]'],
  [
    "SEARCH('a', UPPER('b'))",
    'Argument 2 to SEARCH must be a literal or query parameter [at 1:20]',
  ],
  [
    "SEARCH('a', 'b', json_scope => 'JSON_KEYS')",
    'Named argument `json_scope` is not supported [at 1:25]',
  ],
  [
    "SEARCH('a', 'b', analyzer => 'PATTERN_ANALYZER')",
    'The analyzer PATTERN_ANALYZER of SEARCH is not supported [at 1:8]',
  ],
  ["SEARCH(JSON '1', 'b')", 'SEARCH of JSON is not supported [at 1:8]'],
])('%s is refused before it runs', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(message);
});

test.each([
  ['b', true],
  ['c', false],
  ['(', /Invalid search_query of SEARCH: a term is missing/],
  [null, /Argument 2 to SEARCH must be non-NULL/],
])('SEARCH takes its query from a parameter, %j', async (query, expected) => {
  const compiled = compile("SELECT SEARCH('a b', @q)", { parameters: { q: { kind: 'STRING' } } });

  const rows = rowsOf(database, compiled, { q: query });

  if (expected instanceof RegExp) await expect(rows).rejects.toThrow(expected);
  else expect(await rows).toEqual([[expected]]);
});
