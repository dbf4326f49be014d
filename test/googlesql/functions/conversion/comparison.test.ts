import { expect, test } from 'vitest';
import { COMPARISON_OPERATORS } from '../../../../src/googlesql/functions/conversion/comparison.ts';
import { printSql } from '../../../../src/googlesql/functions/core/print-sql.ts';
import { RANDOM, sql } from '../../../../src/googlesql/functions/core/sql.ts';
import type { LiteralValue } from '../../../../src/googlesql/value.ts';

function lowered(name: string, right: LiteralValue | undefined): string | undefined {
  const [overload] = COMPARISON_OPERATORS.find((one) => one.name === name)?.overloads ?? [];
  const float = { kind: 'FLOAT64' } as const;
  const made = overload?.[1]({
    arguments: [RANDOM, sql`f(x)`],
    literals: [undefined, right],
    types: [float, float],
    type: { kind: 'BOOL' },
    part: undefined,
    aggregate: undefined,
  });
  return made && printSql(made).sql;
}

test.each([
  ['$less', '<'],
  ['$equal', '='],
])('a comparison %s with a number evaluates its operand without binding it', (name, symbol) => {
  expect(lowered(name, 2)).toBe(`(random() ${symbol} f(x))`);
});

test.each([
  ['$greater', 2],
  ['$equal', undefined],
  ['$less', Number.NaN],
] as const)('a comparison %s that checks for NaN computes what it checks once', (name, right) => {
  expect(lowered(name, right)).toMatch(/^list_transform\(\[\{a0: random\(\)[,}]/);
});
