import { resolveCall } from '../../functions/core/signatures/resolve-call.ts';
import { SqlError } from '../../sql-error.ts';
import type { Identifier } from '../../syntax/tree/ast.ts';
import { SCALARS, shortTypeName } from '../../types.ts';
import { getField, literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { identifierText } from './identifier-text.ts';

/** `base.field` for a struct or a JSON value. */
export function resolveField(base: ResolvedExpression, field: Identifier): ResolvedExpression {
  const { type } = base;
  if (type.kind === 'STRUCT') return structField(base, field);
  if (type.kind === 'JSON') {
    const key = literal(SCALARS.STRING, field.name);
    return callExpression('$json_subscript', [base, key], field.at);
  }
  const name = identifierText(field.name);
  const advice = type.kind === 'ARRAY' ? ARRAY_ADVICE : '';
  throw new SqlError(
    `Cannot access field ${name} on a value with type ${shortTypeName(type)}${advice}`,
    field.at,
  );
}

const ARRAY_ADVICE =
  ". You may need an explicit call to FLATTEN, and the flattened argument may only contain 'dot' after the first array";

/** Optional properties of a call. */
export interface CallOptions {
  readonly part?: string | undefined;
  readonly safe?: boolean;
  /** The offset of each argument. */
  readonly positions?: readonly number[];
}

/** A call of a scalar function or operator by its catalogue name. */
export function callExpression(
  name: string,
  args: readonly ResolvedExpression[],
  at: number,
  { part, safe = false, positions }: CallOptions = {},
): ResolvedExpression {
  const call = resolveCall(name, args, part, at, positions);
  const { signature, arguments: coerced, type } = call;
  return { kind: 'call', type, function: signature, arguments: coerced, part, safe };
}

function structField(base: ResolvedExpression, field: Identifier): ResolvedExpression {
  const fields = base.type.kind === 'STRUCT' ? base.type.fields : [];
  const name = field.name.toLowerCase();
  const index = fields.findIndex((candidate) => candidate.name.toLowerCase() === name);
  if (index < 0) {
    throw new SqlError(
      `Field name ${identifierText(field.name)} does not exist in ${shortTypeName(base.type)}`,
      field.at,
    );
  }
  const isAmbiguous = fields.some((other, i) => i > index && other.name.toLowerCase() === name);
  if (isAmbiguous) {
    throw new SqlError(`Struct field name ${identifierText(field.name)} is ambiguous`, field.at);
  }
  return getField(base, index);
}
