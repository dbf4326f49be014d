import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

/** The clause over `hits(id INT64, x INT64, y STRING)`. */
function matched({
  partition = '',
  order = 'id',
  measures = 'count(*) as n',
  pattern = 'a b*',
  define = 'a as x = 1, b as x > 1',
  options = '',
} = {}): string {
  return `select * from hits as h match_recognize (${partition} order by ${order} measures ${measures} pattern (${pattern}) define ${define} ${options}) as m`;
}

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  [
    matched({
      partition: 'partition by y, h.x, id + 1',
      measures:
        'match_number() as m, first(a.y) as f, array_agg(classifier()) as c, sum(match_row_number()) + h.x as s',
    }),
    'y:STRING, x:INT64, f0_:INT64, m:INT64, f:STRING, c:ARRAY<STRING>, s:INT64',
  ],
  [matched({ partition: 'partition by x, h.x', measures: 'x as n' }), 'Column name x is ambiguous'],
  [matched({ options: 'options (USE_LONGEST_MATCH = true)' }), 'n:INT64'],
  [`${matched({ measures: 'max(a.x) as n' })} where m.n > 1`, 'n:INT64'],
  // The names of the input are not those of the result.
  [`${matched()} where x > 1`, 'Unrecognized name: x'],
  [`${matched()} where h.x > 1`, 'Unrecognized name: h'],
  [
    matched({ measures: 'x as n' }),
    'MATCH_RECOGNIZE MEASURES clause expression references column x which is neither grouped nor aggregated',
  ],
  [matched({ measures: 'a.x as n' }), 'Cannot access columns through pattern variables.'],
  [matched({ measures: 'max(a) as n' }), 'Pattern variable `a` cannot be used without a column'],
  [
    matched({ measures: 'max(a.x + b.x) as n' }),
    'An aggregate function in MEASURES cannot combine columns of different pattern variables, nor with columns of all rows',
  ],
  [
    matched({ measures: 'max(safe.add(a.x, x)) as n' }),
    'An aggregate function in MEASURES cannot combine columns of different pattern variables, nor with columns of all rows',
  ],
  [
    matched({ measures: 'classifier() as n' }),
    'Function CLASSIFIER must be an argument of an aggregate function',
  ],
  [
    matched({ measures: 'match_number(1) as n' }),
    'Number of arguments does not match for function MATCH_NUMBER',
  ],
  [
    matched({ measures: 'first(x, 1) as n' }),
    'Number of arguments does not match for function FIRST',
  ],
  [
    matched({ measures: 'last(distinct x) as n' }),
    'Function LAST does not support modifiers of its arguments',
  ],
  [matched({ measures: 'max(first(x)) as n' }), 'Aggregations of aggregations are not allowed'],
  [
    matched({ measures: 'rank() over (order by n) as n' }),
    'Analytic function not allowed in MATCH_RECOGNIZE MEASURES clause',
  ],
  [
    matched({ partition: 'partition by x', measures: 'grouping(x) as n' }),
    'GROUPING must have an argument that exists within the group-by expression list',
  ],
  [matched({ measures: 'max(x) as n, min(x) as N' }), 'Measure `N` is already defined'],
  [matched({ measures: '(select max(x) from users) as n' }), 'n:STRING'],
  [
    matched({ measures: '(select max(y) from users) as n' }),
    'Correlated access to MATCH_RECOGNIZE columns in the MEASURES clause is not allowed',
  ],
  [
    matched({ define: 'a as exists (select 1 from users where z > y), b as true' }),
    'Correlated access to MATCH_RECOGNIZE columns in the DEFINE clause is not allowed',
  ],
  [matched({ define: 'a as prev(x) < next(x, 2), b as true' }), 'n:INT64'],
  [
    matched({ define: 'a as rank() over `\\x00window` = 1, b as true' }),
    'Syntax error: Illegal input character "\\000"',
  ],
  [
    matched({ define: 'a as prev(x, 1, 0) = 1, b as true' }),
    'Number of arguments does not match for function PREV',
  ],
  [
    matched({ define: 'a as prev() = 1, b as true' }),
    'Number of arguments does not match for function PREV',
  ],
  ...['-1', 'null', 'x', "'1'"].map(
    (offset) =>
      [
        matched({ define: `a as next(x, ${offset}) = 1, b as true` }),
        'Argument 2 to NEXT expects an integer literal or parameter',
      ] as const,
  ),
  [
    matched({ define: 'a as prev(x ignore nulls) = 1, b as true' }),
    'Function PREV does not support modifiers of its arguments',
  ],
  [
    matched({ define: 'a as prev(next(x)) = 1, b as true' }),
    'Analytic function cannot be an argument of another analytic function',
  ],
  [
    matched({ define: 'a as lag(x) over (order by id) = 1, b as true' }),
    'Analytic function not allowed in MATCH_RECOGNIZE DEFINE predicate',
  ],
  [
    matched({ define: 'a as max(x) = 1, b as true' }),
    'Aggregate function MAX not allowed in MATCH_RECOGNIZE DEFINE predicate',
  ],
  [
    matched({ define: 'a as b.x = 1, b as true' }),
    'Cannot access columns through pattern variables.',
  ],
  [
    matched({ define: 'a as x, b as true' }),
    'MATCH_RECOGNIZE DEFINE predicate should return type BOOL, but returns INT64',
  ],
  [matched({ define: 'a as true' }), 'Pattern variable `b` is not defined in the DEFINE clause'],
  [
    matched({ define: 'a as true, B as true, c as true' }),
    'Pattern variable `c` is defined but not used in the pattern',
  ],
  [
    matched({ define: 'a as true, A as true, b as true' }),
    'Pattern variable `A` is defined multiple times',
  ],
  // An anchor has no quantifier but in parentheses.
  [matched({ pattern: '(^)* a b' }), 'n:INT64'],
  [matched({ pattern: '^* a b' }), 'Syntax error: Expected ")" but got "*"'],
  [
    matched({ pattern: 'a{2,1} b' }),
    'Quantifier upper bound cannot be smaller than the lower bound',
  ],
  [
    matched({ pattern: 'a{10001} b' }),
    'Quantifier bound value exceeds maximum supported value of 10000',
  ],
  [
    matched({ pattern: 'a{1 + 1} b' }),
    'MATCH_RECOGNIZE quantifier bound expects an integer literal or parameter',
  ],
  [
    matched({ options: 'options (use_longest_match = null)' }),
    'MATCH_RECOGNIZE option `use_longest_match` cannot be NULL',
  ],
  [
    matched({ options: 'options (use_longest_match = 1)' }),
    'MATCH_RECOGNIZE option `use_longest_match` should return type BOOL, but returns INT64',
  ],
  [
    matched({ partition: 'partition by 1.5' }),
    'Partitioning by expressions of type FLOAT64 is not allowed',
  ],
  [matched({ order: '[1]' }), 'Ordering by expressions of type ARRAY<INT64> is not allowed'],
  [matched({ order: 'max(x)' }), 'Aggregate function MAX not allowed in MATCH_RECOGNIZE'],
];

test.each(CASES)('%s', (sql, expected) => {
  expect(outcome(sql).replace(/ \[at \d+:\d+\]$/, '')).toBe(expected);
});

test('there are at most as many pattern variables as letters for them', () => {
  const names = Array.from({ length: 61 }, (_, i) => `v${i}`);
  const clause = (used: readonly string[]) =>
    matched({ pattern: used.join(' '), define: used.map((name) => `${name} as true`).join(', ') });

  expect(outcome(clause(names.slice(1)))).toBe('n:INT64');
  expect(outcome(clause(names))).toContain('DEFINE of more than 60 pattern variables');
});
