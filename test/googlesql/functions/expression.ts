import type { ResolvedExpression } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { arrayOf, SCALARS, type ScalarKind, type Type } from '../../../src/googlesql/types.ts';

/** A bare literal, which may still take another type. */
export function literal(kind: ScalarKind, value: string | bigint | number | null) {
  return { kind: 'literal', type: SCALARS[kind], value, coercible: true } as const;
}

/** NULL without a type. */
export const NULL = literal('INT64', null);

/** A column of a type. */
export function column(type: ScalarKind | Type): ResolvedExpression {
  const own = typeof type === 'string' ? SCALARS[type] : type;
  return { kind: 'column', type: own, column: { id: 1, name: 'x', type: own } };
}

/** An array that is written out. */
export function array(...items: readonly ResolvedExpression[]): ResolvedExpression {
  return { kind: 'array', type: arrayOf(items[0]?.type ?? SCALARS.INT64), items };
}
