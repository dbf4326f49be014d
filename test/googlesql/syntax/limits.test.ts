import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import { mapExpressions, walk } from '../../../src/googlesql/syntax/tree/visit.ts';

test.each(['or', 'and', '+', '||', '*'])(
  'a chain of ten thousand %s survives every step',
  (operator) => {
    const sql = `select ${Array.from({ length: 10_000 }, () => 'a').join(` ${operator} `)}`;

    const tree = parseQuery(sql, { maxBytes: 100_000 });
    const renamed = mapExpressions(tree, (node) => (node.kind === 'path' ? { ...node } : node));
    let nodes = 0;
    walk(renamed, () => {
      nodes += 1;
    });

    expect(equalTrees(parseQuery(printQuery(renamed), { maxBytes: 1e6 }), tree)).toBe(true);
    expect(nodes).toBe(10_000 * 2 + 9999 + 3);
  },
);

const NESTS: readonly (readonly [open: string, inside: string, close: string])[] = [
  ['(', '1', ')'],
  ['[', '1', ']'],
  ['f(', '1', ')'],
  ['(select ', '1', ')'],
  ['case when ', 'a', ' then 1 end'],
  ['- ', '1', ''],
  ['not ', 'a', ''],
  ['cast(', '1', ' as int64)'],
  ['struct(', '1', ')'],
  ['a in (', '1', ')'],
  ['exists(select ', '1', ')'],
  ['interval ', '1', ' day'],
  ['a[', '0', ']'],
  ['(select 1 from (', 'select 1', '))'],
];

test.each(NESTS)('parseQuery bounds the nesting of %j', (open, inside, close) => {
  const nested = (depth: number): string =>
    `select ${open.repeat(depth)}${inside}${close.repeat(depth)}`;

  expect(() => parseQuery(nested(60))).not.toThrow();
  expect(() => parseQuery(nested(6000), { maxBytes: 1e6, maxTokens: 1e6 })).toThrow(
    /nested too deeply/,
  );
});

test.each([
  ['subscripts', `select a${'[0]'.repeat(9000)}`],
  ['fields', `select f(x)${'.a'.repeat(9000)}`],
  ['joins', `select 1 from a${' join b on true'.repeat(4000)}`],
  ['commas', `select 1 from a${', b'.repeat(9000)}`],
  ['tests for unknown', `select a${' is unknown'.repeat(5000)}`],
  ['types', `select cast(1 as ${'array<'.repeat(5000)}int64${'>'.repeat(5000)})`],
])('parseQuery bounds chains of %s', (_, sql) => {
  expect(() => parseQuery(sql)).toThrow(/nested too deeply/);
});

test.each([
  ['parentheses', '('.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
  ['parenthesised queries', `${'('.repeat(100)}select 1${')'.repeat(100)}`],
  ['parenthesised joins', `(select 1 from ${'('.repeat(90)}select 1${')'.repeat(90)} as a)`],
  ['quotes', "'".repeat(60_001)],
  ['comments', '/**/'.repeat(15_000)],
  ['an open comment', `/*${'* '.repeat(30_000)}`],
  ['dots', 'a . '.repeat(15_000)],
])('parseQuery takes little time for %s', (_, sql) => {
  const start = performance.now();
  try {
    parseQuery(`select ${sql}`);
  } catch {
    // Only the time counts here.
  }

  expect(performance.now() - start).toBeLessThan(250);
});

test('parseQuery bounds bytes, tokens and nodes', () => {
  expect(() => parseQuery(`select '${'é'.repeat(10)}'`, { maxBytes: 28 })).toThrow(
    'Query is too long: the limit is 28 bytes',
  );
  expect(() => parseQuery('select 1, 2, 3', { maxTokens: 5 })).toThrow('more than 5 tokens');
  expect(() => parseQuery('select 1, 2, 3', { maxNodes: 3 })).toThrow(
    'Query is too complex: the limit is 3 expressions',
  );
});
