import { type Scenario, sqlChange } from './scenario.ts';

/** A change of the select list; columns stand in the lines below SELECT. */
function listChange(
  kind: string,
  before: readonly string[],
  now: readonly string[],
  words: Scenario['words'],
  line = 1,
): Scenario {
  const select = (items: readonly string[]) => `SELECT\n  ${items.join(',\n  ')}`;
  return sqlChange(kind, select(before), select(now), { words, line });
}

const A = { column: 'a' };

export const COLUMN_SCENARIOS: readonly Scenario[] = [
  listChange('column-removed', ['1 AS a', "'x' AS b"], ['1 AS a'], { column: 'b' }),
  listChange(
    'column-added',
    ['1 AS a'],
    ['1 AS a', "'x' AS b"],
    { column: 'b', now: 'STRING!' },
    3,
  ),
  listChange(
    'column-inserted',
    ['1 AS a'],
    ["'x' AS b", '1 AS a'],
    { column: 'b', now: 'STRING!' },
    2,
  ),
  listChange(
    'column-renamed',
    ['1 AS a', '2 AS b'],
    ['1 AS a', '2 AS c'],
    { before: 'b', now: 'c' },
    3,
  ),
  listChange('column-spelling', ['1 AS an_id'], ['1 AS anId'], { before: 'an_id', now: 'anId' }, 2),
  listChange(
    'column-type',
    ["TIMESTAMP '2026-01-01' AS a"],
    ["DATETIME '2026-01-01' AS a"],
    { ...A, before: 'TIMESTAMP!', now: 'DATETIME!' },
    2,
  ),
  listChange(
    'column-graphql',
    ['1 AS a'],
    ['1 + 1 AS a'],
    { ...A, before: 'SafeInt!', now: 'Int64!' },
    2,
  ),
  listChange(
    'column-more-digits',
    ["NUMERIC '1' AS a"],
    ["BIGNUMERIC '1' AS a"],
    { ...A, before: 'NUMERIC!', now: 'BIGNUMERIC!' },
    2,
  ),
  listChange(
    'column-fewer-digits',
    ["BIGNUMERIC '1' AS a"],
    ["NUMERIC '1' AS a"],
    { ...A, before: 'BIGNUMERIC!', now: 'NUMERIC!' },
    2,
  ),
  listChange('column-nullable', ["'x' AS a"], ["NULLIF('x', 'y') AS a"], A, 2),
  listChange('column-required', ["NULLIF('x', 'y') AS a"], ["'x' AS a"], A, 2),
  listChange('column-order', ['1 AS a', '2 AS b'], ['2 AS b', '1 AS a'], { now: 'b, a' }),
  listChange(
    'nested-removed',
    ["[STRUCT(1 AS p, 'x' AS q)] AS a"],
    ['[STRUCT(1 AS p)] AS a'],
    { column: 'a[].q' },
    2,
  ),
  listChange(
    'nested-added',
    ['STRUCT(1 AS p) AS a'],
    ["STRUCT(1 AS p, 'x' AS q) AS a"],
    { column: 'a.q', now: 'STRING!' },
    2,
  ),
  listChange(
    'nested-order',
    ["STRUCT(1 AS p, 'x' AS q) AS a"],
    ["STRUCT('x' AS q, 1 AS p) AS a"],
    A,
    2,
  ),
];

/** A change of the views of a sandbox; the second view stands in the third line. */
function viewChange(
  kind: string,
  before: readonly string[],
  now: readonly string[],
  words: Scenario['words'],
  line = 2,
): Scenario {
  const text = (views: readonly string[]) =>
    `-- @sandbox\nWITH ${views.join(',\n')}\nSELECT v.a FROM v`;
  return sqlChange(kind, text(before), text(now), { words: { view: 'v', ...words }, line });
}

const V = 'v AS (SELECT 1 AS a)';
const W = 'w AS (SELECT 1 AS a)';

export const VIEW_SCENARIOS: readonly Scenario[] = [
  viewChange('view-removed', [V, W], [V], { view: 'w' }),
  viewChange('view-added', [V], [V, W], { view: 'w' }, 3),
  viewChange('view-column-removed', ["v AS (SELECT 1 AS a, 'x' AS b)"], [V], { column: 'b' }),
  viewChange('view-column-added', [V], ["v AS (SELECT 1 AS a, 'x' AS b)"], {
    column: 'b',
    now: 'STRING',
  }),
  viewChange('view-column-inserted', [V], ["v AS (SELECT 'x' AS b, 1 AS a)"], {
    column: 'b',
    now: 'STRING',
  }),
  viewChange(
    'view-column-renamed',
    ["v AS (SELECT 1 AS a, 'x' AS b)"],
    ["v AS (SELECT 1 AS a, 'x' AS c)"],
    { before: 'b', now: 'c' },
  ),
  viewChange(
    'view-column-type',
    ["v AS (SELECT 1 AS a, 'x' AS b)"],
    ['v AS (SELECT 1 AS a, TRUE AS b)'],
    { column: 'b', before: 'STRING', now: 'BOOL' },
  ),
  viewChange(
    'view-column-order',
    ["v AS (SELECT 1 AS a, 'x' AS b)"],
    ["v AS (SELECT 'x' AS b, 1 AS a)"],
    { now: 'b, a' },
  ),
];
