import type { FunctionCall } from '../../analysis/resolved/resolved.ts';
import type { LiteralValue } from '../../value.ts';
import type { Lowering } from './define.ts';
import type { LoweredAggregate, LoweredCall } from './signatures/signature.ts';
import { bound, NULL, type Sql, sql, template } from './sql.ts';

/** Lowers to a DuckDB function or macro that evaluates each argument once. */
export function native(name: string): Lowering {
  return (call) => sql`${name}(${call.arguments})`;
}

/** Lowers to a pattern in which `$1`, `$2`, … are the arguments; each may occur once. */
export function pattern(text: string): Lowering {
  // Every second piece is the number of an argument.
  const pieces = text.split(/\$(\d)/);
  const texts = template(pieces.filter((_, i) => i % 2 === 0));
  const places = pieces.filter((_, i) => i % 2 === 1).map((piece) => Number(piece) - 1);
  const partsOf = (args: readonly Sql[]) => places.map((place) => args[place] ?? NULL);
  return (call) => sql(texts, ...partsOf(call.arguments));
}

/** Lowers to the only argument. */
export const itself: Lowering = ({ arguments: [value = NULL] }) => value;

/** Lowers to a macro that repeats its arguments: costly ones are computed once and bound to names. */
export function macro(name: string, ...more: readonly string[]): Lowering {
  return (call) => bind(call, (names) => sql`${name}(${[...names, ...more]})`);
}

/**
 * Binds arguments to names, so that SQL may repeat them. Cheap ones are kept; the others become fields of a lambda's
 * variable, which costs about 50 ns per row and computes each once. Macros must not use variables named `bound` with or
 * without a number, which would shadow these.
 *
 * The fields make a struct, which DuckDB copies row by row: over a list of the bare value it would compute the lambda for
 * every entry of a column's dictionary, those of filtered rows too.
 */
export function bind(
  call: Pick<LoweredCall, 'arguments' | 'literals'>,
  body: (names: readonly Sql[]) => Sql,
): Sql {
  const isKept = (argument: Sql, i: number) => call.literals[i] !== undefined || argument.isCheap;
  if (call.arguments.every(isKept)) return body(call.arguments);
  return bound(call.arguments, isKept, body);
}

/** Some of a call's arguments by themselves, to be bound. */
export function argumentsOf(
  call: Pick<LoweredCall, 'arguments' | 'literals'>,
  from: number,
  to?: number,
) {
  return { arguments: call.arguments.slice(from, to), literals: call.literals.slice(from, to) };
}

/** As `macro`, for one argument. */
export function lowerOne(name: string, argument: Sql, literal?: LiteralValue): Sql {
  return bind({ arguments: [argument], literals: [literal] }, (own) => sql`${name}(${own})`);
}

/** The argument's value if it is a STRING or INT64 literal other than NULL. */
export function constant(
  call: Pick<LoweredCall, 'literals'>,
  index: number,
): string | bigint | undefined {
  const value = call.literals[index];
  return typeof value === 'string' || typeof value === 'bigint' ? value : undefined;
}

/**
 * The value of an expression, or NULL if it fails.
 *
 * DuckDB computes common subexpressions of a SELECT first, and so outside their TRY; it does not do so inside a lambda.
 */
export function lowerAttempt(value: Sql): Sql {
  return sql`list_transform([0], lambda once: TRY(${value}))[1]`;
}

/** Converts a call to the form that lowerings receive. */
export function loweredCall(
  call: Pick<FunctionCall, 'type' | 'arguments'>,
  args: readonly Sql[],
  part?: string,
  aggregate?: LoweredAggregate,
): LoweredCall {
  return {
    arguments: args,
    types: call.arguments.map(({ type }) => type),
    literals: call.arguments.map((argument) =>
      argument.kind === 'literal' ? argument.value : undefined,
    ),
    type: call.type,
    part,
    aggregate,
  };
}
