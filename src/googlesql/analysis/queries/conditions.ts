import { coerce } from '../../functions/core/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import { SCALARS } from '../../types.ts';
import { shortTypeName } from '../expressions/type-text.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** A condition as BOOL; anything else is refused. */
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
