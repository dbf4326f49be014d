import { expect, test } from 'vitest';
import { SCALARS } from '#googlesql';
import {
  constantValue,
  isValued,
} from '../../../../src/googlesql/analysis/properties/constant-value.ts';
import type { ResolvedExpression } from '../../../../src/googlesql/analysis/resolved/resolved.ts';
import type { LiteralValue } from '../../../../src/googlesql/value.ts';
import { openDatabase, print, resolve, rowsOf } from '../../duckdb/compile.ts';

const PARAMETERS = { s: SCALARS.STRING, l: SCALARS.BOOL, n: SCALARS.INT64 };

function expressionOf(sql: string): ResolvedExpression {
  const { scan } = resolve(`SELECT ${sql} AS x`, { parameters: PARAMETERS });
  const [computed] = scan.kind === 'project' ? scan.computed : [];
  if (!computed) throw new Error(`There is no expression in ${sql}`);
  return computed.expression;
}

const EXPRESSIONS = [
  ["COALESCE(@s, 'd')", "IFNULL(@s, 'd')", "IF(@l, @s, 'd')", "IF(@s = 'a', 'x', 'y')"],
  ["IF(@s IS NULL OR @l, 'x', 'y')", "IF(@s IS NOT NULL AND NOT @l, 'x', 'y')"],
  ["CASE @s WHEN 'a' THEN 'x' WHEN @s THEN 'y' ELSE 'z' END", "CASE @s WHEN NULL THEN 'x' END"],
  ["CASE WHEN @l THEN 'x' WHEN @n = 2 THEN 'y' END", 'COALESCE(@n, 3)'],
].flat();

test.each(EXPRESSIONS)('%s has the value that it has when it runs', async (sql) => {
  const expression = expressionOf(sql);
  expect(isValued(expression)).toBe(true);
  const compiled = print(resolve(`SELECT ${sql} AS x`, { parameters: PARAMETERS }));
  const database = await openDatabase();
  const used = (values: Record<string, LiteralValue>) =>
    Object.fromEntries(compiled.parameters.map((name) => [name, values[name] ?? null]));

  for (const s of ['a', 'b', null]) {
    for (const l of [true, false, null]) {
      for (const n of [2n, null]) {
        const [[ran] = []] = await rowsOf(database, compiled, used({ s, l, n }));
        const value = constantValue(
          expression,
          new Map<string, LiteralValue>(Object.entries({ s, l, n })),
        );
        expect(typeof value === 'bigint' ? Number(value) : value).toBe(ran);
      }
    }
  }
});

test.each([
  'UPPER(@s)',
  '@n + 1',
  'SAFE.LENGTH(@s)',
  "IF(LENGTH(@s) > 1, 'x', 'y')",
  'COALESCE(1.5, @n)',
])('%s is not known', (sql) => {
  expect(isValued(expressionOf(sql))).toBe(false);
});
