import { coerce } from '../../functions/core/signatures/coercion.ts';
import { isUntypedNull } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { Subscript } from '../../syntax/tree/ast.ts';
import { SCALARS, shortTypeName } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { getField } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

const ARRAY_ACCESS = {
  NONE: '$array_at_offset',
  OFFSET: '$array_at_offset',
  ORDINAL: '$array_at_ordinal',
  SAFE_OFFSET: '$safe_array_at_offset',
  SAFE_ORDINAL: '$safe_array_at_ordinal',
} as const;

/** `base[index]` on an array, a JSON value or a struct. */
export function resolveSubscript(node: Subscript, context: Context): ResolvedExpression {
  const base = context.session.expression(node.base, context);
  const index = context.session.expression(node.index, context);
  if (base.type.kind === 'ARRAY') {
    const position = arrayPosition(index, node);
    return callExpression(ARRAY_ACCESS[node.wrapper ?? 'NONE'], [base, position], node.at);
  }
  if (base.type.kind === 'JSON' && !node.wrapper) {
    return callExpression('$json_subscript', [base, index], node.at);
  }
  const field = base.type.kind === 'STRUCT' ? fieldPosition(index, node) : undefined;
  if (field !== undefined && base.type.kind === 'STRUCT' && base.type.fields[field]) {
    return getField(base, field);
  }
  return refuseSubscript(base, index, node);
}

function refuseSubscript(
  base: ResolvedExpression,
  index: ResolvedExpression,
  { wrapper, at, index: written }: Subscript,
): never {
  const shown = shortTypeName(index.type);
  const access = wrapper ? `${wrapper.replace('SAFE_', '')}(${shown})` : shown;
  const type = isUntypedNull(base) ? 'NULL' : shortTypeName(base.type);
  throw new SqlError(
    `Subscript access using [${access}] is not supported on values of type ${type}`,
    wrapper ? at + 1 : written.at,
  );
}

function arrayPosition(index: ResolvedExpression, node: Subscript): ResolvedExpression {
  // A string literal that would coerce to a number is not a position.
  const position =
    index.type.kind === 'STRING' ? undefined : coerce(index, SCALARS.INT64, node.index.at);
  if (position) return position;
  throw new SqlError(
    `Array position in [] must be coercible to INT64 type, but has type ${shortTypeName(index.type)}`,
    node.index.at,
  );
}

/** The field selected by a constant position. */
function fieldPosition(index: ResolvedExpression, node: Subscript): number | undefined {
  if (index.kind !== 'literal' || typeof index.value !== 'bigint') return undefined;
  return Number(index.value) - (node.wrapper === 'ORDINAL' ? 1 : 0);
}
