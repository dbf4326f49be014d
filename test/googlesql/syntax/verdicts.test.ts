import { expect, test } from 'vitest';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { pinClock } from '../../../src/googlesql/syntax/parser/pin-clock.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import accepted from './goldens/accepted.json' with { type: 'json' };
import refused from './goldens/refused.json' with { type: 'json' };
import unsupported from './goldens/unsupported.json' with { type: 'json' };

/** The message and place with which a text is refused, or nothing. */
function refusal(sql: string): string | undefined {
  try {
    parseQuery(sql);
    return undefined;
  } catch (error) {
    if (error instanceof SqlError) return error.describe(sql);
    throw error;
  }
}

test.each(accepted)('parseQuery takes %j', (sql) => {
  expect(refusal(sql)).toBeUndefined();
});

test.each(accepted)('printQuery spells %j so that it parses to the same tree', (sql) => {
  const tree = parseQuery(sql);

  const text = printQuery(tree);

  expect(equalTrees(parseQuery(text), tree), text).toBe(true);
  expect(printQuery(parseQuery(text))).toBe(text);
});

test.each(accepted)('printQuery spells %j with a pinned clock', (sql) => {
  const tree = pinClock(parseQuery(sql));

  expect(equalTrees(parseQuery(printQuery(tree)), tree)).toBe(true);
});

test.each(refused)('parseQuery refuses %j in the words of the reference', (...[sql, message]) => {
  expect(refusal(sql ?? '')).toBe(message);
});

test.each(unsupported)('parseQuery does not support %j', (...[sql, message]) => {
  expect(refusal(sql ?? '')).toBe(message);
});

test('parseQuery places errors behind line comments that end with a carriage return', () => {
  expect(refusal('select 1 -- one\r, +')).toBe(
    'Syntax error: Unexpected end of statement [at 2:4]',
  );
});

test('parseQuery places an unexpected end before trailing whitespace and behind comments', () => {
  expect(refusal('select 1 +  \n ')).toBe('Syntax error: Unexpected end of statement [at 1:11]');
  expect(refusal('select 1 + -- x')).toBe('Syntax error: Unexpected end of statement [at 1:16]');
  expect(refusal('')).toBe('Syntax error: Unexpected end of statement [at 1:1]');
  expect(refusal(' -- nothing')).toBe('Syntax error: Unexpected end of statement [at 1:12]');
});

test('parseQuery refuses escaped line ends, lone surrogates and characters that are no whitespace', () => {
  expect(refusal("select 'a\\\n'")).toBe('Syntax error: Illegal escaped newline [at 1:10]');
  expect(refusal("select '\ud800'")).toBe('Query string is not valid UTF-8 [at 1:9]');
  expect(refusal('select\u200b1')).toBe('Syntax error: Illegal input character "\\342" [at 1:7]');
  expect(refusal('select\u1680 1')).toBe('Syntax error: Illegal input character "\\341" [at 1:7]');
  expect(refusal('select 1\0')).toBe('Syntax error: Illegal input character "\\000" [at 1:9]');
});

test('parseQuery shortens long literals in messages', () => {
  expect(refusal(`select 1 'é${'x'.repeat(80)}'`)).toBe(
    `Syntax error: Expected end of input but got string literal 'é${'x'.repeat(46)}...' [at 1:10]`,
  );
});
