import { Session } from 'node:inspector';
import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import { mapExpressions, nodesIn } from '../../../src/googlesql/syntax/tree/visit.ts';

test.each(['or', 'and', '+', '||', '*'])(
  'a chain of ten thousand %s survives every step',
  (operator) => {
    const sql = `select ${Array.from({ length: 10_000 }, () => 'a').join(` ${operator} `)}`;

    const tree = parseQuery(sql, { maxBytes: 100_000 });
    const renamed = mapExpressions(tree, (node) => (node.kind === 'path' ? { ...node } : node));

    expect(equalTrees(parseQuery(printQuery(renamed), { maxBytes: 1e6 }), tree)).toBe(true);
    expect(nodesIn(renamed)).toHaveLength(10_000 * 2 + 9999 + 3);
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

/** How often functions of the syntax layer are called. */
function callsOf(work: () => void): number {
  const session = new Session();
  let calls = 0;
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  work();
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const syntax = result.filter(({ url }) => url.includes('/src/googlesql/syntax/'));
    const counts = syntax.flatMap(({ functions }) =>
      functions.map(({ ranges }) => ranges[0]?.count),
    );
    calls = counts.reduce<number>((sum, count = 0) => sum + count, 0);
  });
  session.disconnect();
  return calls;
}

function callsToParse(sql: string): number {
  return callsOf(() => {
    try {
      parseQuery(`select ${sql}`);
    } catch {
      // Only the work counts here.
    }
  });
}

/** The most calls for each letter; a query in parentheses takes 53, which is the most of all below. */
const MAX_CALLS = 100;

test.each<[string, (times: number) => string, number]>([
  ['parentheses', (times) => '('.repeat(times), 20_000],
  ['brackets', (times) => '['.repeat(times), 20_000],
  ['parenthesised queries', (times) => `${'('.repeat(times)}select 1${')'.repeat(times)}`, 100],
  [
    'parenthesised joins',
    (times) => `(select 1 from ${'('.repeat(times)}select 1${')'.repeat(times)} as a)`,
    90,
  ],
  ['quotes', (times) => "'".repeat(times), 60_001],
  ['comments', (times) => '/**/'.repeat(times), 15_000],
  ['dots', (times) => 'a . '.repeat(times), 15_000],
  [
    'dollars in a pattern',
    (times) => `${'1, '.repeat(times)} match_recognize ${'$'.repeat(times)}`,
    9000,
  ],
])('the work of parseQuery grows with the number of %s', (_, text, times) => {
  // The first calls of all load what the others share.
  callsToParse('1');

  const half = callsToParse(text(Math.ceil(times / 2)));
  const whole = callsToParse(text(times));

  expect(half).toBeGreaterThan(10);
  expect(whole).toBeLessThan(2.2 * half);
  expect(whole).toBeLessThan(MAX_CALLS * text(times).length);
});

test('parseQuery reads an open comment once', () => {
  const sql = `select /*${'* '.repeat(30_000)}`;
  // What a regular expression does is no call of a function, so that its processor time has to do: once takes a
  // millisecond, and once from each asterisk some seconds.
  const begin = process.cpuUsage();

  expect(() => parseQuery(sql)).toThrow('Unclosed comment');

  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1e3).toBeLessThan(500);
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
