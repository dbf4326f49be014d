import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOver } from './shop.ts';

/** Names of arguments, of columns around calls, and of both inside of bodies. */
const NAMES = ['x', 'y', 'a', 'b'] as const;

/** Expressions of INT64 over columns; inside of subqueries they see others too, some of which hide them. */
function expression(visible: readonly string[], depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(...visible, ...visible, '1', '2');
  if (depth === 0) return leaf;
  const inner = expression(visible, depth - 1);
  const subquery = fc.constantFrom(...NAMES).chain((own) => {
    const inside = expression([...new Set([...visible, own])], depth - 1);
    const items = fc.tuple(inner, inner).map((pair) => `UNNEST([${pair.join(', ')}]) AS ${own}`);
    const rows = fc.constant(`(SELECT 5 AS ${own} UNION ALL SELECT 6) AS rows_${own}`);
    const from = fc.oneof(items, rows);
    return fc.oneof(
      fc.tuple(inside, from).map(([value, source]) => `(SELECT MAX(${value}) FROM ${source})`),
      fc
        .tuple(inner, inside, from)
        .map(([left, right, source]) => `IF(${left} IN (SELECT ${right} FROM ${source}), 1, 0)`),
      fc
        .tuple(inside, inside, from)
        .map(
          ([left, right, source]) =>
            `IF(EXISTS (SELECT 1 FROM ${source} WHERE ${left} < ${right}), ${own === 'x' ? 3 : 4}, 0)`,
        ),
    );
  });
  return fc.oneof(
    leaf,
    fc.tuple(inner, inner).map(([left, right]) => `(${left} + ${right})`),
    fc.tuple(inner, inner).map(([left, right]) => `COALESCE(NULLIF(${left}, ${right}), 7)`),
    subquery,
  );
}

test('a call gives what the body gives over a row of the arguments', async () => {
  const body = expression(['x', 'y'], 3);
  const argument = expression(['a', 'b', 'x', 'y'], 2);
  const source = '(SELECT 10 AS a, 20 AS b, 30 AS x, 40 AS y UNION ALL SELECT 11, 21, NULL, 41)';
  const types = fc.constantFrom('INT64', 'ANY TYPE');
  await fc.assert(
    fc.asyncProperty(body, body, argument, argument, types, async (f, g, first, second, type) => {
      const functions = `CREATE FUNCTION g(x ${type}, y INT64) AS (${g});
        CREATE FUNCTION f(x INT64, y ${type}) AS (g(${f}, x) + y);`;
      const called = await rowsOver(
        `SELECT f(${first}, ${second}) AS v FROM ${source} ORDER BY v`,
        {
          functions,
        },
      );
      const expected = await rowsOver(
        `
        WITH called AS (SELECT ${first} AS x, ${second} AS y FROM ${source}),
        inner AS (SELECT ${f} AS x, x AS y, y AS z FROM called)
        SELECT (${g}) + z AS v FROM \`inner\` ORDER BY v`.replace('inner AS', '`inner` AS'),
      );
      expect(called).toEqual(expected);
    }),
    { numRuns: 75 },
  );
});
