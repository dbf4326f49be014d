import type { Type } from '#googlesql';
import { badArgument } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { exactValue } from './json-members.ts';
import type { InputMember } from './members.ts';

/** What of a parameter decides how its members are read. */
export interface InputParameter {
  /** A scalar, or an array of scalars. */
  readonly type: Type;
  readonly isRequired: boolean;
  readonly default?: unknown;
  readonly emptyIsAbsent?: boolean | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/**
 * The arguments among members, by parameter; other members are ignored. Throws `BAD_USER_INPUT` for one that is given
 * twice, unless it is an ARRAY in a query string or a form, whose elements are the members of its name.
 *
 * Null is left out. An empty text is left out where the parameter says so or lists its values, and in a query string or
 * a form everywhere but for a required STRING without a default; an ARRAY is empty there.
 */
export function pickArguments(
  members: readonly InputMember[],
  parameters: Readonly<Record<string, InputParameter>>,
  where: string,
): RawArguments {
  const sent = new Map<string, InputMember[]>();
  for (const member of members) {
    if (!Object.hasOwn(parameters, member.name)) continue;
    getOrInsertComputed(sent, member.name, () => []).push(member);
  }
  const picked = [...sent].map(([name, own]) => {
    const parameter = parameters[name] as InputParameter;
    const isList = parameter.type.kind === 'ARRAY' && own.every(({ json }) => json === undefined);
    if (own.length > 1 && !isList) throw badArgument(name, `is given twice in ${where}`);
    return [name, isList ? listOf(own, parameter) : oneOf(own, parameter)] as const;
  });
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined));
}

function listOf(
  members: readonly InputMember[],
  parameter: InputParameter,
): readonly unknown[] | undefined {
  const values = members.map(({ value }) => value);
  if (values.length > 1 || values[0] !== '') return values;
  return parameter.emptyIsAbsent ? undefined : [];
}

function oneOf([member]: readonly InputMember[], parameter: InputParameter): unknown {
  const { value = null, json } = member ?? {};
  if (value === null || (value === '' && isAbsentIfEmpty(parameter, json))) return undefined;
  return json === undefined ? value : exactValue(value, json, isDecimal(parameter.type));
}

function isAbsentIfEmpty(parameter: InputParameter, json: string | undefined): boolean {
  const { emptyIsAbsent, isRequired, type, values } = parameter;
  if (emptyIsAbsent || values) return true;
  if (json !== undefined) return false;
  return !(type.kind === 'STRING' && isRequired && parameter.default === undefined);
}

function isDecimal(type: Type): boolean {
  const { kind } = type.kind === 'ARRAY' ? type.element : type;
  return kind === 'NUMERIC' || kind === 'BIGNUMERIC';
}
