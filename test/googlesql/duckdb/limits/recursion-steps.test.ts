import { expect, test } from 'vitest';
import { raisedMessage } from '../../../../src/googlesql/functions/conversion/raised-message.ts';
import { compile, openDatabase, rowsOf } from '../compile.ts';

const TOO_MANY = 'A recursive CTE has reached the maximum number of iterations: 500';

/** The answer's rows, or what went wrong. */
async function answer(sql: string): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await rowsOf(database, compile(sql));
  } catch (error) {
    return raisedMessage(error instanceof Error ? error.message : '') ?? error;
  }
}

const counting = (step: string, part = 'SELECT n + 1 FROM r') =>
  `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL (${part} ${step})) SELECT MAX(n), COUNT(*) FROM r`;

test.each([
  ['of the CTE itself', 'SELECT n + 1 FROM r'],
  ['below a derived table', 'SELECT n + 1 FROM (SELECT n FROM r)'],
  ['of a join', 'SELECT n + one FROM (SELECT 1 AS one) JOIN r ON TRUE'],
  ['beside an array', 'SELECT n + x FROM r, UNNEST([1]) AS x'],
  ['beside another CTE', 'WITH q AS (SELECT 1 AS one) SELECT n + one FROM r CROSS JOIN q'],
])('a recursion may take 500 steps and no more, where it reads %s', async (_, part) => {
  expect(await answer(counting('WHERE n < 501', part))).toEqual([[501, 501]]);
  expect(await answer(counting('WHERE n < 502', part))).toBe(TOO_MANY);
  expect(await answer(counting('', part))).toBe(TOO_MANY);
});

test('a recursion that ends by itself gives each row once with UNION DISTINCT', async () => {
  const sql =
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION DISTINCT SELECT MOD(n + 1, 5) FROM r) SELECT COUNT(*) FROM r';

  expect(await answer(sql)).toEqual([[5]]);
});
