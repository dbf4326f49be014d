import type { FunctionCall } from '../../analysis/resolved/resolved.ts';
import { SqlError } from '../../sql-error.ts';
import type { LiteralValue } from '../../value.ts';
import type { Lowering } from './define.ts';
import type { LoweredAggregate, LoweredCall } from './signatures/signature.ts';

const OPERAND = String.raw`(?:"[^"]*"|\w+|'(?:[^']|'')*'|CAST\(\$\w+ AS \w+\))(?:\."[^"]*"|\.\w+)*`;

/** A number as another. */
const CONVERTED = String.raw`CAST\(${OPERAND} AS (?:DOUBLE|BIGINT|DECIMAL\(\d+, ?\d+\))\)`;

/** A name, a parameter or a constant, or the cast of one that is no text. */
const ATOM = new RegExp(
  String.raw`^(?:${OPERAND}|${CONVERTED}|make_timestamptz\(CAST\(\$\w+ AS \w+\)\))$`,
);

const FIELD = /^struct_extract\(([\s\S]*), '(?:[^']|'')*'\)$/;

const TERM = String.raw`(?:\(|epoch_us\(|gsql_div\()*${OPERAND}\)*`;

/**
 * Sums, products and quotients of atoms and of the microseconds of a time. The macro, which repeats its operands, may
 * occur once: nested, it would multiply the text that DuckDB plans.
 */
const ARITHMETIC = new RegExp(
  String.raw`^(?!.*gsql_div\(.*gsql_div\()${TERM}(?:(?: [-+*]| //|,) ${TERM})*$`,
);

/** Of an arithmetic expression that is repeated: its few steps cost less than binding it. */
const MAX_ARITHMETIC_LENGTH = 150;

/**
 * Whether repeating an operand costs less than binding it: an atom, a field of one, which DuckDB does not copy, or a
 * short arithmetic expression.
 */
export function isCheap(operand: string): boolean {
  if (operand.length <= MAX_ARITHMETIC_LENGTH && ARITHMETIC.test(operand)) return true;
  let rest = operand;
  for (let field = FIELD.exec(rest); field; field = FIELD.exec(rest)) rest = field[1] ?? '';
  return ATOM.test(rest);
}

/** Lowers to a DuckDB function or macro that evaluates each argument once. */
export function native(name: string): Lowering {
  return (call) => `${name}(${call.arguments.join(', ')})`;
}

/** Refuses an overload that DuckDB cannot compute. */
export function unsupported(what: string): Lowering {
  return () => {
    throw new SqlError(`${what} is not supported`);
  };
}

/** Lowers to a pattern in which `$1`, `$2`, … are the arguments; each may occur once. */
export function pattern(text: string): Lowering {
  // Every second piece is the number of an argument.
  const pieces = text.split(/\$(\d)/);
  return (call) =>
    pieces
      .map((piece, i) => (i % 2 === 0 ? piece : (call.arguments[Number(piece) - 1] ?? 'NULL')))
      .join('');
}

/** Lowers to a macro that repeats its arguments: costly ones are computed once and bound to names. */
export function macro(name: string, ...more: readonly string[]): Lowering {
  return (call) => bind(call, (names) => `${name}(${[...names, ...more].join(', ')})`);
}

/**
 * Binds arguments to names, so that SQL may repeat them. Names, parameters, constants and short arithmetic are kept; the
 * others become fields of a lambda's variable, which costs about 50 ns per row and computes each once. Macros must not
 * use variables named `bound` with or without a number, which would shadow these.
 *
 * The fields make a struct, which DuckDB copies row by row: over a list of the bare value it would compute the lambda for
 * every entry of a column's dictionary, those of filtered rows too.
 *
 * `beside` has what else the body contains, which may be bound around this call.
 */
export function bind(
  call: Pick<LoweredCall, 'arguments' | 'literals'>,
  body: (names: readonly string[]) => string,
  beside: readonly string[] = [],
): string {
  const isKept = (argument: string, i: number) =>
    call.literals[i] !== undefined || isCheap(argument);
  const variable = freeVariable([...call.arguments.filter(isKept), ...beside]);
  const fields: string[] = [];
  const names = call.arguments.map((argument, i) => {
    if (isKept(argument, i)) return argument;
    fields.push(`a${i}: ${argument}`);
    return `${variable}.a${i}`;
  });
  if (fields.length === 0) return body(names);
  return `list_transform([{${fields.join(', ')}}], lambda ${variable}: ${body(names)})[1]`;
}

/** A variable name that does not shadow the variables used in some texts. */
function freeVariable(texts: readonly string[]): string {
  const levels = texts.flatMap((text) =>
    [...text.matchAll(/\bbound(\d*)\./g)].map(([, level]) => Number(level)),
  );
  return levels.length === 0 ? 'bound' : `bound${Math.max(...levels) + 1}`;
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
export function lowerOne(name: string, argument: string, literal?: LiteralValue): string {
  return bind({ arguments: [argument], literals: [literal] }, ([sql]) => `${name}(${sql})`);
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
export function lowerAttempt(sql: string): string {
  return `list_transform([0], lambda once: TRY(${sql}))[1]`;
}

/** Converts a call to the form that lowerings receive. */
export function loweredCall(
  call: Pick<FunctionCall, 'type' | 'arguments'>,
  args: readonly string[],
  part: string | undefined,
  aggregate: LoweredAggregate | undefined,
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
