import type { GivenType } from '../analysis/resolved/parameter-use.ts';
import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import { arrayOf, SCALARS, type ScalarKind, type Type, typeName } from '../types.ts';
import { collectUses, type ParameterisedStatement, type ParameterTypes } from './collect-uses.ts';
import { isNullDefault, resolveDefault } from './default-value.ts';
import type { NamedParameter } from './named-parameters.ts';
import { treatedNulls } from './treated-nulls.ts';

/** A type that a use gives, and where. */
export type PlacedType = GivenType & { readonly at: number };

/** Refuses a parameter of which two uses give types that differ. */
export function refuseTwo(
  statement: ParameterisedStatement,
  declared: ParameterTypes,
  name: string,
  given: readonly [PlacedType, PlacedType],
): never {
  const [first, second] = given[0].at <= given[1].at ? given : given.toReversed();
  const parameter = statement.named.get(name);
  if (!first || !second || !parameter) throw new TypeError('No two uses of a parameter');
  const shown = excerpt(parameter.name);
  const types = `${typeName(first.type)} before and ${typeName(second.type)} here`;
  const suited = suitedType(statement, declared, parameter, [first.type, second.type, ...TYPES]);
  const advice = suited
    ? adviceOf(statement, parameter, suited)
    : 'no type suits both, so write another parameter here';
  throw new SqlError(`@${shown} is ${types}: ${advice}`, second.at);
}

/**
 * Refuses the first parameter that has no type, if its having one would mend the statement; else throws the `error` that
 * the statement has.
 */
export function refuseOpen(
  statement: ParameterisedStatement,
  types: ParameterTypes,
  error: SqlError | undefined,
): never {
  for (const [key, parameter] of statement.named) {
    const suited = types.has(key) ? undefined : suitedType(statement, types, parameter, TYPES);
    if (!suited) continue;
    const problem = `Cannot tell the type of @${excerpt(parameter.name)}`;
    throw new SqlError(`${problem}: ${adviceOf(statement, parameter, suited)}`, parameter.offset);
  }
  throw error ?? new TypeError('No type suits a parameter without uses');
}

const OTHERS = ['INT64', 'FLOAT64', 'NUMERIC', 'BOOL', 'DATE', 'TIMESTAMP', 'DATETIME'] as const;
const KINDS: readonly ScalarKind[] = [
  ...(['STRING', ...OTHERS, 'TIME', 'BYTES', 'JSON', 'INTERVAL', 'BIGNUMERIC'] as const),
];
const SCALAR_TYPES = KINDS.map((kind) => SCALARS[kind]);

/** The types that a tag may say, likely ones first. */
const TYPES: readonly Type[] = [...SCALAR_TYPES, ...SCALAR_TYPES.map(arrayOf)];

/** The first of some types with which the statement and the parameter's default resolve. */
function suitedType(
  statement: ParameterisedStatement,
  types: ParameterTypes,
  { name, tag }: NamedParameter,
  candidates: readonly Type[],
): Type | undefined {
  return candidates.find((type) => {
    const declared = new Map([...types, [name.toLowerCase(), type]]);
    return takesDefault(type, tag) && !collectUses(statement, declared).error;
  });
}

function takesDefault(type: Type, tag: NamedParameter['tag']): boolean {
  try {
    if (tag?.default) resolveDefault(tag.default, type);
    return true;
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}

/** What to write for a parameter to have a type; a tag that is there is replaced up to its name. */
function adviceOf(
  { tree }: ParameterisedStatement,
  { name, tag }: NamedParameter,
  type: Type,
): string {
  const isNullable = tag?.default
    ? isNullDefault(tag.default)
    : treatedNulls(tree).has(name.toLowerCase());
  const written = `@param {${typeName(type)}${isNullable ? '' : '!'}} ${excerpt(tag?.name ?? name)}`;
  if (!tag) return `write "-- ${written}" in the head comment`;
  return `write "${written}" in place of "@param ${excerpt(tag.name)}" in the head comment`;
}
