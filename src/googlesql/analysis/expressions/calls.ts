import { excerpt } from '../../excerpt.ts';
import { ERROR_CATCHING } from '../../functions/conversion/conditional.ts';
import {
  findFunction,
  findStoredFunction,
  functionNames,
  whyRefused,
} from '../../functions/core/catalogue.ts';
import type { FunctionDefinition } from '../../functions/core/define.ts';
import { coerce } from '../../functions/core/signatures/coercion.ts';
import { takesPart } from '../../functions/core/signatures/resolve-call.ts';
import { SqlError } from '../../sql-error.ts';
import type { Argument, Call, Expression } from '../../syntax/tree/ast.ts';
import { SCALARS } from '../../types.ts';
import { resolveAggregate } from '../aggregation/aggregates.ts';
import { resolveWindowCall } from '../aggregation/windows.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { closestName, didYouMean } from '../names/suggestions.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { checkPart, resolveMode, resolvePart } from './date-parts.ts';

/** Resolves a function call of any kind. */
export function resolveCallNode(node: Call, context: Context): ResolvedExpression {
  const safe = node.path.length > 1 && node.path[0]?.name.toUpperCase() === 'SAFE';
  const path = safe ? node.path.slice(1) : node.path;
  const name = path.map((part) => part.name).join('.');
  // Callers' SQL sees views but no tables.
  const find = context.environment.tables.size > 0 ? findStoredFunction : findFunction;
  const definition = find(name) ?? refuseFunction(name, node.at);
  const call = { node, definition, safe };
  if (node.over) return resolveWindowCall(call, node.over, context);
  if (definition.kind === 'aggregate') return resolveAggregate(call, context);
  if (definition.kind === 'analytic') {
    throw new SqlError(
      `Analytic function ${definition.name} cannot be called without an OVER clause`,
      node.at,
    );
  }
  return resolveScalar(node, definition, safe, context);
}

function refuseFunction(name: string, at: number): never {
  const why = whyRefused(name);
  if (why) throw new SqlError(`Function ${name.toUpperCase()} is not supported: ${why}`, at);
  const suggestion = closestName(
    name.toLowerCase(),
    functionNames().map((candidate) => candidate.toLowerCase()),
  );
  throw new SqlError(`Function not found: ${excerpt(name)}${didYouMean(suggestion)}`, at);
}

/** The first argument that may not be evaluated, or whose errors are caught. */
const CONDITIONAL_FROM: ReadonlyMap<string, number> = new Map([
  ...['IF', 'COALESCE', 'IFNULL'].map((name) => [name, 1] as const),
  ...[...ERROR_CATCHING].map((name) => [name, 0] as const),
]);

function resolveScalar(
  node: Call,
  definition: FunctionDefinition,
  safe: boolean,
  context: Context,
): ResolvedExpression {
  refuseModifiers(node, definition);
  const { values, part } = splitPart(namedLast(node.arguments, definition), definition);
  const branches = CONDITIONAL_FROM.get(definition.name) ?? values.length;
  const resolved = values.map((value, i) =>
    resolveArgument(value, i < branches ? context : { ...context, isConditional: true }),
  );
  const positions = values.map(({ at }) => at);
  return callExpression(definition.name, resolved, node.at, { part, safe, positions });
}

/** The arguments by position, followed by every other named one in the order of its definition. */
function namedLast(
  args: readonly Argument[],
  { name: callee, defaults = {} }: FunctionDefinition,
): readonly Argument[] {
  if (!args.some(({ name }) => name) && hasPositions(defaults)) return args;
  const named = new Map<string, Argument>();
  for (const [i, argument] of args.entries()) {
    const { name } = argument;
    if (!name) {
      if (named.size === 0) continue;
      const rule = 'must not specify positional arguments after named arguments';
      throw new SqlError(`Call to function ${callee} ${rule}`, argument.value.at);
    }
    const key = name.name.toLowerCase();
    if (!(key in defaults)) {
      throw new SqlError(`Named argument \`${excerpt(name.name)}\` is not supported`, name.at);
    }
    if (named.has(key)) throw new SqlError(`Duplicate named argument \`${key}\``, name.at);
    named.set(key, { ...argument, name: undefined, at: args[i]?.at ?? name.at });
  }
  return filledUp(args, named, defaults);
}

function filledUp(
  args: readonly Argument[],
  named: ReadonlyMap<string, Argument>,
  defaults: NonNullable<FunctionDefinition['defaults']>,
): readonly Argument[] {
  const at = args.at(-1)?.value.at ?? 0;
  const placed = args.filter(({ name }) => !name);
  const others = Object.entries(defaults).slice(hasPositions(defaults) ? placed.length : 0);
  const filled = others.map(
    ([key, value]): Argument =>
      named.get(key) ?? { at, name: undefined, value: written(value, at) },
  );
  const twice = [...named].find(([key]) => !others.some(([other]) => other === key));
  if (!twice) return [...placed, ...filled];
  const [key, argument] = twice;
  const position = Object.keys(defaults).indexOf(key) + 1;
  throw new SqlError(
    `Named argument \`${key}\` duplicates positional argument ${position}, which also provides \`${key}\``,
    argument.at,
  );
}

/** Whether named arguments may be given by their positions too, as only numbers are. */
function hasPositions(defaults: NonNullable<FunctionDefinition['defaults']>): boolean {
  return Object.values(defaults).some((value) => typeof value === 'number');
}

const LITERAL_TYPES = { boolean: 'BOOL', number: 'INT64', string: 'STRING' } as const;

function written(value: boolean | number | string, at: number): Expression {
  const type = LITERAL_TYPES[typeof value as keyof typeof LITERAL_TYPES];
  return { kind: 'literal', at, type, value: String(value) };
}

/** Resolves an argument; the number of an INTERVAL argument belongs to the function. */
function resolveArgument(value: ArgumentValue, context: Context): ResolvedExpression {
  if (value.kind !== 'interval_value') return context.session.expression(value, context);
  const amount = context.session.expression(value.expression, context);
  const isNumber = amount.kind === 'literal' || amount.type.kind !== 'STRING';
  const coerced = isNumber ? coerce(amount, SCALARS.INT64, value.at) : undefined;
  if (coerced) return coerced;
  throw new SqlError('Interval value must be coercible to INT64 type', value.at);
}

type ArgumentValue =
  | Expression
  | { readonly kind: 'interval_value'; readonly expression: Expression; readonly at: number };

interface SplitArguments {
  readonly values: readonly ArgumentValue[];
  readonly part: string | undefined;
}

/**
 * Splits arguments into values and the date part, which is an argument (`…, DAY)`) or part of an INTERVAL, whose number
 * is then the value.
 */
function splitPart(args: readonly Argument[], definition: FunctionDefinition): SplitArguments {
  const values = args.map(({ value }) => value);
  const position = takesPart(definition);
  if (position === undefined) return { values, part: undefined };
  const index = values.findIndex((value) => value.kind === 'interval');
  const interval = values[index];
  if (interval?.kind === 'interval' && interval.to === undefined) {
    const { value: expression, from, at } = interval;
    const amount: ArgumentValue = { kind: 'interval_value', expression, at: expression.at };
    const split: readonly ArgumentValue[] = values;
    return { values: split.with(index, amount), part: checkPart(from, at) };
  }
  const last = args.at(-1);
  if (last && position === args.length && SHIFT_NAME.test(definition.name)) {
    throw new SqlError('Expected INTERVAL expression', last.value.at);
  }
  const argument = args[position];
  if (!argument) return { values, part: undefined };
  return { values: values.toSpliced(position, 1), part: keyword(argument, definition) };
}

/** The keyword among the arguments: a date part, or the mode of a normalization. */
function keyword(argument: Argument, { name }: FunctionDefinition): string {
  return name.startsWith('NORMALIZE') ? resolveMode(argument) : resolvePart(argument);
}

/** Functions that shift a time by an INTERVAL. */
const SHIFT_NAME = /_(ADD|SUB)$/;

function refuseModifiers(node: Call, { name }: FunctionDefinition): void {
  const refuse = (problem: string): never => {
    throw new SqlError(problem, node.at);
  };
  if (node.star) refuse('Argument * can only be used in COUNT(*)');
  if (node.distinct) refuse(`Non-aggregate function ${name} cannot be called with DISTINCT`);
  if (node.nulls) refuse('IGNORE NULLS and RESPECT NULLS are not supported on scalar functions');
  if (node.having) refuse('HAVING MAX and HAVING MIN are not supported on scalar functions');
  if (node.orderBy.length > 0) {
    refuse('ORDER BY in arguments is not supported on scalar functions');
  }
  if (node.limit) refuse('LIMIT in arguments is not supported on scalar functions');
}
