import { coerce, resolveCast } from '../../functions/core/signatures/coercion.ts';
import {
  commonSupertype,
  isCoercibleLiteral,
  isUndeclared,
  isUntypedNull,
} from '../../functions/core/signatures/supertype.ts';
import { giveType } from '../../functions/core/signatures/undeclared.ts';
import { SqlError } from '../../sql-error.ts';
import type {
  ArrayConstructor,
  Case,
  Cast,
  Expression,
  Extract as ExtractNode,
  IntervalLiteral,
  StructConstructor,
} from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, shortTypeName, structOf, type Type } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { resolveCastFormat } from './cast-format.ts';
import { checkPart } from './date-parts.ts';
import { nestedLimits, resolveTypeName, typeLimit } from './type-names.ts';

/** `[…]` and `ARRAY<T>[…]`. */
export function resolveArray(node: ArrayConstructor, context: Context): ResolvedExpression {
  const items = node.items.map((item) => context.session.expression(item, context));
  const element = node.element ? resolveTypeName(node.element) : elementType(items, node);
  if (element.kind === 'ARRAY') refuseNesting(element, node);
  const coerced = items.map((item, i) => {
    // NULL beside other items takes the type that these are coerced to later; by itself it is an INT64.
    if (!node.element && isUntypedNull(item)) {
      return literal(element, null, !items.every(isUntypedNull));
    }
    const at = node.items[i]?.at ?? node.at;
    const value = coerce(item, element, at, node.element ? undefined : items);
    if (value) return value;
    throw new SqlError(
      `Array element type ${shortTypeName(item.type)} does not coerce to ${shortTypeName(element)}`,
      at,
    );
  });
  return {
    kind: 'array',
    type: arrayOf(element),
    items: coerced,
    explicit: node.element !== undefined,
  };
}

function elementType(items: readonly ResolvedExpression[], node: ArrayConstructor): Type {
  if (items.length === 0) return SCALARS.INT64;
  const type = commonSupertype(items);
  if (type) return type;
  const types = new Set(items.map((item) => shortTypeName(item.type)));
  throw new SqlError(
    `Array elements of types {${[...types].join(', ')}} do not have a common supertype`,
    node.at,
  );
}

function refuseNesting(element: Type, node: ArrayConstructor): never {
  if (node.element) throw new SqlError('Arrays of arrays are not supported', node.at);
  throw new SqlError(
    `Cannot construct array with element type ${shortTypeName(element)} because nested arrays are not supported`,
    node.items[0]?.at ?? node.at,
  );
}

/** `STRUCT(…)`, `STRUCT<…>(…)` and `(a, b)`. */
export function resolveStruct(node: StructConstructor, context: Context): ResolvedExpression {
  if (node.fields.length === 0)
    throw new SqlError('STRUCT without fields is not supported', node.at);
  const values = node.fields.map(({ expression }) =>
    context.session.expression(expression, context),
  );
  if (node.type) return typedStruct(node, values, resolveTypeName(node.type));
  const fields = node.fields.map(({ expression, alias }, i) => ({
    name: node.tuple ? '' : (alias?.name ?? implicitName(expression)),
    type: values[i]?.type ?? SCALARS.INT64,
  }));
  return { kind: 'struct', type: structOf(fields), fields: values };
}

function typedStruct(
  node: StructConstructor,
  values: readonly ResolvedExpression[],
  type: Type,
): ResolvedExpression {
  const declared = type.kind === 'STRUCT' ? type.fields : [];
  if (declared.length !== values.length) {
    throw new SqlError(
      `STRUCT type has ${declared.length} fields but constructor call has ${values.length} fields`,
      node.at,
    );
  }
  const fields = values.map((value, i) => typedField(node, value, declared[i]?.type, i));
  return { kind: 'struct', type, fields, explicit: true };
}

function typedField(
  node: StructConstructor,
  value: ResolvedExpression,
  type: Type | undefined,
  index: number,
): ResolvedExpression {
  const field = node.fields[index];
  if (field?.alias) {
    throw new SqlError(
      'STRUCT constructors cannot specify both an explicit type and field names with AS',
      field.alias.at,
    );
  }
  const at = field?.expression.at ?? node.at;
  const coerced = type && coerce(value, type, at);
  if (coerced) return coerced;
  throw new SqlError(
    `Struct field ${index + 1} has type ${shortTypeName(value.type)} which does not coerce to ${shortTypeName(type ?? value.type)}`,
    at,
  );
}

/** The implicit column name of an expression; empty if it has none. */
export function implicitName(expression: Expression): string {
  if (expression.kind === 'path') return expression.names.at(-1)?.name ?? '';
  return expression.kind === 'field' ? expression.field.name : '';
}

/** CASE in both forms. */
export function resolveCase(node: Case, context: Context): ResolvedExpression {
  const conditional = { ...context, isConditional: true };
  const resolve = (part: Expression, own: Context = conditional): ResolvedExpression =>
    context.session.expression(part, own);
  const operand = node.operand ? [resolve(node.operand, context)] : [];
  const branches = node.branches.flatMap(({ when, then }, i) => [
    resolve(when, i === 0 ? context : conditional),
    resolve(then),
  ]);
  const otherwise = node.else ? resolve(node.else) : literal(SCALARS.INT64, null, true);
  const name = node.operand ? '$case_with_value' : '$case_no_value';
  return callExpression(name, [...operand, ...branches, otherwise], node.at);
}

/** CAST and SAFE_CAST. */
export function resolveCastNode(node: Cast, context: Context): ResolvedExpression {
  const expression = context.session.expression(node.expression, context);
  const type = resolveTypeName(node.type, 'allowed');
  if (node.format) return resolveCastFormat(node, node.format, expression, type, context);
  const cast = resolveCast(expression, type, node.safe, node.expression.at);
  const nested = node.type.kind === 'scalar' ? null : nestedLimits(node.type);
  if (nested) {
    const text = literal(SCALARS.STRING, JSON.stringify(nested));
    return callExpression('$limit_nested', [cast, text], node.at);
  }
  const limit = typeLimit(node.type);
  if (!limit) return cast;
  const args = [cast, ...limit.numbers.map((number) => literal(SCALARS.INT64, number))];
  const limited = callExpression(limit.function, args, node.at);
  return limited.kind === 'call' ? { ...limited, safe: node.safe } : limited;
}

/** EXTRACT. */
export function resolveExtract(node: ExtractNode, context: Context): ResolvedExpression {
  const part = checkPart(node.part, node.at);
  const args = [node.expression, ...(node.timeZone ? [node.timeZone] : [])];
  const resolved = args.map((argument) => context.session.expression(argument, context));
  const [from] = resolved;
  if (from) refuseSource(from, node);
  if (from && isUndeclared(from) && NOT_IN_DATE.test(part)) {
    resolved[0] = giveType(from, SCALARS.TIMESTAMP);
  }
  return callExpression('$extract', resolved, node.at, { part });
}

/** Parts that a DATE, the first type that EXTRACT takes, does not have. */
const NOT_IN_DATE = /^(?:DATE|DATETIME|TIME|HOUR|MINUTE|SECOND|MILLISECOND|MICROSECOND)$/;

/** EXTRACT does not coerce strings, and accepts a time zone only with a TIMESTAMP. */
function refuseSource(from: ResolvedExpression, { timeZone, at }: ExtractNode): void {
  const { kind } = from.type;
  if (kind === 'STRING' && isCoercibleLiteral(from)) {
    throw new SqlError('EXTRACT does not support literal STRING arguments', at);
  }
  if (timeZone && (kind === 'DATE' || kind === 'DATETIME' || kind === 'TIME')) {
    throw new SqlError(`EXTRACT from ${kind} does not support AT TIME ZONE`, at);
  }
}

/** An INTERVAL expression that is not an argument of a date function. */
export function resolveInterval(node: IntervalLiteral, context: Context): ResolvedExpression {
  const value = context.session.expression(node.value, context);
  const part = node.to ? `${node.from} TO ${node.to}` : checkPart(node.from, node.at);
  return callExpression('$interval', [value], node.at, { part: part.toUpperCase() });
}
