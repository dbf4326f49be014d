import type { GivenType } from '../../analysis/resolved/parameter-use.ts';
import { excerpt } from '../../excerpt.ts';
import { literalConversion } from '../../functions/core/signatures/literal-conversion.ts';
import { SqlError } from '../../sql-error.ts';
import {
  arrayOf,
  rangeElement,
  SCALARS,
  type ScalarKind,
  shownTypeName,
  type Type,
  typeName,
} from '../../types.ts';
import { attempt, type ParameterisedStatement, type ParameterTypes } from './attempt.ts';
import { defaultType, isNullDefault, resolveDefault } from './default-value.ts';
import type { NamedParameter } from './named-parameters.ts';
import { treatedNulls } from './treated-nulls.ts';

/** A type that a use gives, and where. */
export type PlacedType = GivenType & { readonly at: number };

/** Whether a parameter can have a type: any scalar but a range, and arrays of those. */
export function isParameterType(type: Type): boolean {
  const scalar = type.kind === 'ARRAY' ? type.element : type;
  return scalar.kind !== 'STRUCT' && !rangeElement(scalar);
}

/** Refuses another type of a tag. */
export function requireParameterType(type: Type, at: number): void {
  if (isParameterType(type)) return;
  throw new SqlError(`A parameter cannot be ${shownTypeName(type)}`, at);
}

/** Refuses a default that does not coerce to the type that uses give, where a tag would mend it. */
export function refuseDefaults(statement: ParameterisedStatement, types: ParameterTypes): void {
  for (const [key, parameter] of statement.named) {
    const { tag } = parameter;
    const type = types.get(key);
    if (!type || !tag?.default || tag.type || takesDefault(type, tag)) continue;
    // A text that is no date is wrong itself.
    if (mayConvert(defaultType(tag.default), type)) continue;
    const suited = suitedType(statement, types, parameter, TYPES);
    if (!suited) continue;
    const problem = `@${excerpt(parameter.name)} is ${typeName(type)}, which its default is not`;
    throw new SqlError(`${problem}: ${adviceOf(statement, parameter, suited)}`, tag.default.at);
  }
}

function mayConvert(from: Type | undefined, to: Type): boolean {
  if (from?.kind === 'ARRAY' && to.kind === 'ARRAY') return mayConvert(from.element, to.element);
  const [own, wanted] = [from && SCALARS[from.kind as ScalarKind], SCALARS[to.kind as ScalarKind]];
  return own && wanted ? literalConversion(own.kind, wanted.kind) !== undefined : false;
}

/** Refuses a use that gives another type, which can be made of parameters. */
export function refuseComposite(
  { named }: ParameterisedStatement,
  key: string,
  { type, at }: PlacedType,
): never {
  const name = excerpt(named.get(key)?.name ?? key);
  const problem = `@${name} would be ${shownTypeName(type)}, which no parameter can be`;
  throw new SqlError(`${problem}: ${compositeAdvice(name, type)}`, at);
}

function compositeAdvice(name: string, type: Type): string {
  if (rangeElement(type)) return `write RANGE(@${name}_start, @${name}_end) here`;
  if (type.kind !== 'STRUCT') return 'write an array of parameters here';
  const fields = type.fields.slice(0, 3).map((field, i) => `@${name}_${field.name || i + 1}`);
  const more = type.fields.length > fields.length ? ', …' : '';
  return `write (${fields.join(', ')}${more}) here, a parameter for each field`;
}

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
  const quoted = excerpt(parameter.name);
  const types = `${typeName(first.type)} before and ${typeName(second.type)} here`;
  const suited = suitedType(statement, declared, parameter, [first.type, second.type, ...TYPES]);
  const advice = suited
    ? adviceOf(statement, parameter, suited)
    : 'no type suits both, so write another parameter here';
  throw new SqlError(`@${quoted} is ${types}: ${advice}`, second.at);
}

/** Errors that no type mends. */
const NO_SUCH_NAME = /^Unrecognized name|not found/;

/**
 * Refuses the first parameter without a type; where the statement has an `error`, the first that a tag would mend it for,
 * and throws the error if there is none.
 */
export function refuseOpen(
  statement: ParameterisedStatement,
  types: ParameterTypes,
  error: SqlError | undefined,
): never {
  if (error && NO_SUCH_NAME.test(error.message)) throw error;
  for (const [key, parameter] of statement.named) {
    const isOpen = error ? !parameter.tag?.type : !types.has(key);
    const suited = isOpen ? suitedType(statement, types, parameter, TYPES) : undefined;
    if (!suited) continue;
    const problem = `Cannot tell the type of @${excerpt(parameter.name)}`;
    throw new SqlError(`${problem}: ${adviceOf(statement, parameter, suited)}`, parameter.offset);
  }
  if (error) throw error;
  const [, open] = [...statement.named].find(([key]) => !types.has(key)) ?? [];
  throw new SqlError(`No type suits @${excerpt(open?.name ?? '')} and its default`, open?.offset);
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
  const own = candidates.filter((type) => takesDefault(type, tag));
  const suits = (type: Type, names: readonly string[]): boolean => {
    const declared = new Map([...types, ...names.map((open) => [open, type] as const)]);
    return !attempt(statement, declared).error;
  };
  const key = name.toLowerCase();
  const open = [...statement.named.keys()].filter((other) => !types.has(other));
  const alone = own.find((type) => suits(type, [key]));
  if (alone || open.length === 0) return alone;
  return own.find((type) => suits(type, [key, ...open]));
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
