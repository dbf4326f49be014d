import { isValued } from '../../../analysis/properties/constant-value.ts';
import type { ResolvedExpression } from '../../../analysis/resolved/resolved.ts';
import { excerpt } from '../../../excerpt.ts';
import { SqlError } from '../../../sql-error.ts';
import { SCALARS, type Type } from '../../../types.ts';
import type { LiteralValue } from '../../../value.ts';
import { canCast } from '../../conversion/cast-lowering.ts';
import { findStoredFunction } from '../catalogue.ts';
import type { FunctionDefinition, Lowering } from '../define.ts';
import { ArgumentError, requireValues } from './argument-check.ts';
import { coerce, resolveCast } from './coercion.ts';
import { isCloser, matchSignature, peersOf, type SignatureMatch } from './match-signature.ts';
import { mismatchMessage } from './mismatch-message.ts';
import { type ParsedSignature, parseSignature } from './parse-signature.ts';
import type { FunctionSignature } from './signature.ts';
import { COMPARISONS, callName, internalTypeName, isBareLiteral } from './signature-text.ts';
import { isUndeclared, isUntypedNull } from './supertype.ts';
import { holdsUndeclared } from './undeclared.ts';

/** A call bound to one overload, with coerced arguments. */
export interface ResolvedCall {
  readonly signature: FunctionSignature;
  readonly arguments: readonly ResolvedExpression[];
  readonly type: Type;
}

/**
 * Selects the overload of a call. `args` excludes the date part, which is `part`. The call is at offset `at`, its
 * arguments at `positions`.
 */
export function resolveCall(
  name: string,
  args: readonly ResolvedExpression[],
  part: string | undefined,
  at: number,
  positions: readonly number[] = [],
): ResolvedCall {
  const definition = findStoredFunction(name);
  if (!definition) throw new SqlError(`Function not found: ${excerpt(name)}`, at);
  const given = CONCATENATIONS.has(definition.name) ? castToStrings(args, at) : args;
  refuseNonArrays(definition.name, args, at);
  const best = findOverload(definition, given, part !== undefined);
  if (!best) throw new SqlError(mismatchMessage(definition, args, part, takesPart(definition)), at);
  const peers = undeclaredPeers(definition, best.signature, given, part);
  const coerced = given.map((argument, i) => {
    const type = best.match.types[i] ?? argument.type;
    return coerce(argument, type, positions[i] ?? at, peers[i]) ?? argument;
  });
  runCheck(definition, best.match.types, coerced, part, [at, ...positions]);
  refuseNullOperands(definition, args, at, positions);
  const { name: canonical, kind } = definition;
  return {
    signature: { name: canonical, kind, lower: best.lower },
    arguments: coerced,
    type: partResult(canonical, part) ?? best.match.result,
  };
}

/** EXTRACT returns INT64, except for parts with a type of their own. */
function partResult(name: string, part: string | undefined): Type | undefined {
  const isValue = part === 'DATE' || part === 'TIME' || part === 'DATETIME';
  return name === '$extract' && isValue ? SCALARS[part] : undefined;
}

/** The index, among the written arguments, of a function's date part; undefined if it takes none. */
export function takesPart(definition: FunctionDefinition): number | undefined {
  for (const [text] of definition.overloads) {
    const { parameters } = parseSignature(text);
    const index = parameters.findIndex(({ types }) => types[0]?.kind === 'part');
    if (index >= 0) return index;
  }
  return undefined;
}

interface MatchedOverload {
  readonly signature: ParsedSignature;
  readonly match: SignatureMatch;
  readonly lower: Lowering;
}

function findOverload(
  definition: FunctionDefinition,
  args: readonly ResolvedExpression[],
  hasPart: boolean,
): MatchedOverload | undefined {
  let best: MatchedOverload | undefined;
  for (const [text, lower, accepts] of definition.overloads) {
    const signature = parseSignature(text);
    const match = matchSignature(signature, args, hasPart);
    if (match && accepts?.(args, match) === false) continue;
    if (match && (!best || isCloser(match.cost, best.match.cost))) {
      best = { signature, match, lower };
    }
  }
  return best;
}

/** Operators on numbers and times, whose operands agree in type by their list of signatures. */
const ARITHMETIC: ReadonlySet<string> = new Set([
  ...['$add', '$subtract', '$multiply', '$divide'],
  ...['$bitwise_and', '$bitwise_or', '$bitwise_xor'],
]);

/** For each argument of a call with undeclared parameters, the values that determine its type. */
function undeclaredPeers(
  { name }: FunctionDefinition,
  signature: ParsedSignature,
  args: readonly ResolvedExpression[],
  part: string | undefined,
): ReturnType<typeof peersOf> {
  if (!args.some(holdsUndeclared)) return [];
  return ARITHMETIC.has(name) ? args.map(() => args) : peersOf(signature, args, part !== undefined);
}

/** Array concatenation requires arrays and refuses an untyped NULL. */
function refuseNonArrays(name: string, args: readonly ResolvedExpression[], at: number): void {
  if (name !== 'ARRAY_CONCAT' && name !== 'ARRAY_CONCAT_AGG') return;
  const other = args.find(
    (arg) => isUntypedNull(arg) || (arg.type.kind !== 'ARRAY' && !isUndeclared(arg)),
  );
  if (!other) return;
  const literal = isBareLiteral(other) ? 'literal ' : '';
  const type = `${literal}${isUntypedNull(other) ? 'NULL' : internalTypeName(other.type)}`;
  throw new SqlError(
    `The argument to ARRAY_CONCAT (or ARRAY_CONCAT_AGG) must be an array type but was ${type}`,
    at,
  );
}

/** Operators that refuse an untyped NULL as an operand. */
const NULL_REFUSING: ReadonlySet<string> = new Set([
  ...['$add', '$subtract', '$multiply', '$divide', '$concat_op', '$unary_minus', '$not', '$like'],
  ...['$bitwise_and', '$bitwise_or', '$bitwise_xor', '$bitwise_not', ...COMPARISONS],
]);

function refuseNullOperands(
  definition: FunctionDefinition,
  args: readonly ResolvedExpression[],
  at: number,
  positions: readonly number[],
): void {
  const index = args.findIndex(isUntypedNull);
  if (!NULL_REFUSING.has(definition.name) || index < 0) return;
  const symbol = callName(definition).replace('operator ', '');
  throw new SqlError(`Operands of ${symbol} cannot be literal NULL`, positions[index] ?? at);
}

const CONCATENATIONS = new Set(['$concat_op', 'CONCAT']);

/** String concatenation casts other types to STRING, unless one of them cannot be cast. */
function castToStrings(
  args: readonly ResolvedExpression[],
  at: number,
): readonly ResolvedExpression[] {
  const isText = args.every(({ type }) => type.kind !== 'BYTES' && canCast(type, SCALARS.STRING));
  if (!isText) return args;
  return args.map((argument) =>
    argument.type.kind === 'STRING' || isUntypedNull(argument)
      ? argument
      : resolveCast(argument, SCALARS.STRING, false, at),
  );
}

function runCheck(
  definition: FunctionDefinition,
  types: readonly Type[],
  args: readonly ResolvedExpression[],
  part: string | undefined,
  [at = 0, ...positions]: readonly number[],
): void {
  let cause: Error | undefined;
  try {
    const constants = args.map(({ kind }) => kind === 'literal' || kind === 'parameter');
    const { name, check, needsValue } = definition;
    const checked = { name, types, literals: args.map(literalValue), part, constants };
    if (needsValue) requireValues(needsValue)({ ...checked, constants: args.map(isValued) });
    check?.(checked);
  } catch (error) {
    if (error instanceof SqlError || !(error instanceof Error)) throw error;
    cause = error;
  }
  if (!cause) return;
  const place = cause instanceof ArgumentError ? (positions[cause.index] ?? at) : at;
  throw new SqlError(cause.message, place, { cause });
}

function literalValue(expression: ResolvedExpression): LiteralValue | undefined {
  return expression.kind === 'literal' ? expression.value : undefined;
}
