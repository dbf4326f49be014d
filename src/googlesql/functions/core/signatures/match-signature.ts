import type { ResolvedExpression } from '../../../analysis/resolved/resolved.ts';
import { arrayOf, SCALARS, sameType, structOf, type Type } from '../../../types.ts';
import type { ParsedSignature, SignatureType } from './parse-signature.ts';
import {
  arrayElements,
  coercionDistance,
  commonSupertype,
  isCoercibleLiteral,
  isUntyped,
} from './supertype.ts';

/** How a call matches a signature: the types its arguments take, and the cost of the coercions. */
export interface SignatureMatch {
  readonly types: readonly Type[];
  readonly result: Type;
  /** Compared from left to right; the smaller is the closer match. */
  readonly cost: readonly number[];
}

/** Matches arguments against a signature; undefined if they do not match. */
export function matchSignature(
  signature: ParsedSignature,
  args: readonly ResolvedExpression[],
  hasPart: boolean,
): SignatureMatch | undefined {
  const expected = expandParameters(signature, args.length, hasPart);
  if (!expected || !hasDecimalArgument(expected, args)) return undefined;
  const variables = expected.some(isVariable) ? bindVariables(expected, args) : NO_VARIABLES;
  if (!variables) return undefined;
  const types = expected.map((type, i) =>
    type.kind === 'any' ? args[i]?.type : substitute(type, variables),
  );
  const result = substitute(signature.result, variables);
  if (result === undefined || !types.every((type) => type !== undefined)) return undefined;
  const cost = totalCost(args, types);
  return cost && { types, result, cost };
}

/** Caches `expandParameters` by signature and count, for short argument lists only. */
const EXPANDED = new WeakMap<ParsedSignature, Map<number, readonly SignatureType[] | undefined>>();
const MAX_CACHED_COUNT = 8;

/** The parameter types for a number of arguments; date parts are not counted. */
function expandParameters(
  signature: ParsedSignature,
  count: number,
  hasPart: boolean,
): readonly SignatureType[] | undefined {
  if (count > MAX_CACHED_COUNT) return expand(signature, count, hasPart);
  const lists = EXPANDED.get(signature) ?? new Map();
  EXPANDED.set(signature, lists);
  const key = hasPart ? -1 - count : count;
  if (!lists.has(key)) lists.set(key, expand(signature, count, hasPart));
  return lists.get(key);
}

function expand(
  { parameters }: ParsedSignature,
  count: number,
  hasPart: boolean,
): readonly SignatureType[] | undefined {
  const parts = parameters.filter(({ types }) => types[0]?.kind === 'part');
  if (hasPart ? parts.length === 0 : parts.some(({ occurs }) => occurs === 'once'))
    return undefined;
  const rest = parameters.filter(({ types }) => types[0]?.kind !== 'part');
  const group = rest.find(({ occurs }) => occurs === 'repeated')?.types.length ?? 0;
  const once = rest.filter(({ occurs }) => occurs === 'once').length;
  const times = group > 0 ? Math.floor((count - once) / group) : 0;
  let optional = count - once - times * group;
  if (optional < 0 || times < 0) return undefined;
  const expanded = rest.flatMap(({ types, occurs }) => {
    if (occurs === 'repeated') return Array.from({ length: times }, () => types).flat();
    if (occurs === 'once') return types;
    optional -= 1;
    return optional >= 0 ? types : [];
  });
  return expanded.length === count ? expanded : undefined;
}

const DECIMALS = ['NUMERIC', 'BIGNUMERIC'] as const;

/** A NUMERIC or BIGNUMERIC signature matches only if an argument has that type: `1 + 1.5` is not NUMERIC. */
function hasDecimalArgument(
  expected: readonly SignatureType[],
  args: readonly ResolvedExpression[],
): boolean {
  return DECIMALS.every(
    (decimal) =>
      !expected.some((type) => type.kind === 'scalar' && type.scalar === decimal) ||
      args.some((argument) => argument.type.kind === decimal),
  );
}

const NO_VARIABLES: ReadonlyMap<string, Type> = new Map();

function isVariable(type: SignatureType): boolean {
  return type.kind === 'variable' || (type.kind === 'array' && isVariable(type.element));
}

function bindVariables(
  expected: readonly SignatureType[],
  args: readonly ResolvedExpression[],
): ReadonlyMap<string, Type> | undefined {
  const uses = valuesOfVariables(expected, args);
  if (!uses) return undefined;
  const types = [...uses].map(([name, values]) => [name, commonSupertype(values)] as const);
  const bound = types.filter((entry): entry is readonly [string, Type] => entry[1] !== undefined);
  return bound.length === types.length ? new Map(bound) : undefined;
}

/** The values that determine each type variable; undefined if one is no array where an array is expected. */
function valuesOfVariables(
  expected: readonly SignatureType[],
  args: readonly ResolvedExpression[],
): ReadonlyMap<string, readonly ResolvedExpression[]> | undefined {
  const uses = new Map<string, ResolvedExpression[]>();
  for (const [i, type] of expected.entries()) {
    const argument = args[i];
    const variable = type.kind === 'array' ? type.element : type;
    if (variable.kind !== 'variable' || !argument) continue;
    if (type.kind === 'array' && !isArrayArgument(argument)) return undefined;
    const values = type.kind === 'array' ? arrayElements(argument) : [argument];
    const list = uses.get(variable.name) ?? [];
    for (const value of values) list.push(value);
    uses.set(variable.name, list);
  }
  return uses;
}

/**
 * For each argument the values, itself among them, whose common type it takes; undefined where the signature says the
 * type.
 */
export function peersOf(
  signature: ParsedSignature,
  args: readonly ResolvedExpression[],
  hasPart: boolean,
): readonly (readonly ResolvedExpression[] | undefined)[] {
  const expected = expandParameters(signature, args.length, hasPart) ?? [];
  const values = valuesOfVariables(expected, args);
  return expected.map((type) => {
    const variable = type.kind === 'array' ? type.element : type;
    if (variable.kind === 'variable') return values?.get(variable.name);
    return type.kind === 'any' ? [] : undefined;
  });
}

function isArrayArgument(argument: ResolvedExpression): boolean {
  return argument.type.kind === 'ARRAY' || isUntyped(argument);
}

function substitute(type: SignatureType, variables: ReadonlyMap<string, Type>): Type | undefined {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.scalar];
    case 'variable':
      return variables.get(type.name);
    case 'array': {
      const element = substitute(type.element, variables);
      // There are no arrays of arrays.
      return element && element.kind !== 'ARRAY' ? arrayOf(element) : undefined;
    }
    case 'struct': {
      const fields = type.fields.map((field) => ({
        name: field.name,
        type: substitute(field.type, variables),
      }));
      const complete = fields.flatMap((field) =>
        field.type ? [{ name: field.name, type: field.type }] : [],
      );
      return complete.length === fields.length ? structOf(complete) : undefined;
    }
    case 'any':
    case 'part':
      return undefined;
  }
}

/** Coerced values cost more than coerced literals, and both more than the coercion distance. */
function totalCost(
  args: readonly ResolvedExpression[],
  types: readonly Type[],
): readonly number[] | undefined {
  let values = 0;
  let valueDistance = 0;
  let literals = 0;
  let literalDistance = 0;
  for (const [i, argument] of args.entries()) {
    const type = types[i];
    const distance = type && coercionDistance(argument, type);
    if (type === undefined || distance === undefined) return undefined;
    if (isUntyped(argument) || sameType(argument.type, type)) continue;
    if (isCoercibleLiteral(argument)) {
      literals += 1;
      literalDistance += distance;
    } else {
      values += 1;
      valueDistance += distance;
    }
  }
  return [values, valueDistance, literals, literalDistance];
}

/** Whether one cost is lower than another. */
export function isCloser(cost: readonly number[], than: readonly number[]): boolean {
  const index = cost.findIndex((value, i) => value !== than[i]);
  return index >= 0 && (cost[index] ?? 0) < (than[index] ?? 0);
}
