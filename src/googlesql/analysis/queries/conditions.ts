import { coerce } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import { SCALARS, shortTypeName } from '../../types.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** The condition, refused if it is not a BOOL. */
export function requireBool(
  condition: ResolvedExpression,
  clause: string,
  at: number,
): ResolvedExpression {
  const bool = coerce(condition, SCALARS.BOOL, at);
  if (bool) return bool;
  throw new SqlError(
    `${clause} should return type BOOL, but returns ${shortTypeName(condition.type)}`,
    at,
  );
}
