import { coerce } from '../../functions/core/signatures/coercion.ts';
import { BINARY } from '../../functions/core/signatures/signature-text.ts';
import { isUntypedNull } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type {
  Between,
  Binary,
  DistinctFrom,
  Expression,
  Is,
  Like,
  Subscript,
  Unary,
} from '../../syntax/tree/ast.ts';
import { NUMBER_KINDS, SCALARS, shortTypeName } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { getField } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { isNumber, resolveLiteral } from './literals.ts';

/** `left operator right`. Chains are iterated, not recursed into: they may have thousands of terms. */
export function resolveBinary(node: Binary, context: Context): ResolvedExpression {
  const resolve = (operand: Expression): ResolvedExpression =>
    context.session.expression(operand, context);
  if (node.operator === 'AND' || node.operator === 'OR') {
    return call(BINARY[node.operator], chainTerms(node, node.operator), node.at, context);
  }
  const spine: Binary[] = [node];
  let left = node.left;
  while (left.kind === 'binary' && left.operator !== 'AND' && left.operator !== 'OR') {
    spine.push(left);
    left = left.left;
  }
  return spine.reduceRight(
    (operand, step) =>
      callExpression(BINARY[step.operator], [operand, resolve(step.right)], step.at, {
        positions: [step.left.at, step.right.at],
      }),
    resolve(left),
  );
}

/** The terms of a left-deep chain of ANDs or ORs. */
function chainTerms(node: Binary, operator: 'AND' | 'OR'): Expression[] {
  const terms = [node.right];
  let { left } = node;
  while (left.kind === 'binary' && left.operator === operator) {
    terms.push(left.right);
    left = left.left;
  }
  terms.push(left);
  return terms.reverse();
}

/** NOT, sign and bitwise complement. */
export function resolveUnary(node: Unary, context: Context): ResolvedExpression {
  const { operand, operator } = node;
  if (operator === '-' && operand.kind === 'literal' && isNumber(operand)) {
    return resolveLiteral(operand, true);
  }
  const resolved = context.session.expression(operand, context);
  if (operator === '+') return resolvePlus(resolved, operand.at);
  return callExpression(UNARY[operator], [resolved], node.at, { positions: [operand.at] });
}

const UNARY = { NOT: '$not', '-': '$unary_minus', '~': '$bitwise_not' } as const;

/** A plus sign has no effect and is valid only before numbers. */
function resolvePlus(operand: ResolvedExpression, at: number): ResolvedExpression {
  if (isUntypedNull(operand)) throw new SqlError('Operands of + cannot be literal NULL', at);
  if (NUMBER_KINDS.has(operand.type.kind)) return operand;
  throw new SqlError(
    `Operands of + must be numeric type but was ${shortTypeName(operand.type)}`,
    at,
  );
}

const IS = {
  NULL: '$is_null',
  UNKNOWN: '$is_null',
  TRUE: '$is_true',
  FALSE: '$is_false',
} as const;

/** `IS [NOT] NULL | TRUE | FALSE | UNKNOWN`. */
export function resolveIs(node: Is, context: Context): ResolvedExpression {
  return negate(call(IS[node.what], [node.operand], node.at, context), node);
}

/** `IS [NOT] DISTINCT FROM`. */
export function resolveDistinctFrom(node: DistinctFrom, context: Context): ResolvedExpression {
  const name = node.negated ? '$is_not_distinct_from' : '$is_distinct_from';
  return call(name, [node.left, node.right], node.at, context);
}

/** `[NOT] BETWEEN`. */
export function resolveBetween(node: Between, context: Context): ResolvedExpression {
  const operands = [node.operand, node.low, node.high];
  return negate(call('$between', operands, node.at, context), node);
}

/** `[NOT] LIKE`, and LIKE ANY and ALL. */
export function resolveLike(node: Like, context: Context): ResolvedExpression {
  if (node.quantifier && node.array) {
    const names = node.negated ? NOT_LIKE : LIKE;
    return call(`${names[node.quantifier]}_array`, [node.operand, node.array], node.at, context);
  }
  const operands = [node.operand, ...node.patterns];
  if (node.negated && node.quantifier) {
    return call(NOT_LIKE[node.quantifier], operands, node.at, context);
  }
  return negate(call(LIKE[node.quantifier ?? 'ONE'], operands, node.at, context), node);
}

const LIKE = { ONE: '$like', ANY: '$like_any', ALL: '$like_all' } as const;
const NOT_LIKE = { ANY: '$not_like_any', ALL: '$not_like_all' } as const;

/** The negated operator if NOT was written before it. */
export function negate(
  positive: ResolvedExpression,
  { negated, at }: { readonly negated: boolean; readonly at: number },
): ResolvedExpression {
  return negated ? callExpression('$not', [positive], at) : positive;
}

function call(
  name: string,
  operands: readonly Expression[],
  at: number,
  context: Context,
): ResolvedExpression {
  const resolved = operands.map((operand) => context.session.expression(operand, context));
  return callExpression(name, resolved, at, { positions: operands.map((operand) => operand.at) });
}

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
  const indexType = shortTypeName(index.type);
  const access = wrapper ? `${wrapper.replace('SAFE_', '')}(${indexType})` : indexType;
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
