import type { GivenType, ParameterUse } from '../../analysis/resolved/parameter-use.ts';
import type { ResolvedStatement } from '../../analysis/resolved/resolved.ts';
import { sameType, type Type } from '../../types.ts';
import { attempt, type ParameterisedStatement, type ParameterTypes } from './attempt.ts';
import { defaultType } from './default-value.ts';
import {
  isParameterType,
  type PlacedType,
  refuseComposite,
  refuseDefaults,
  refuseOpen,
  refuseTwo,
  requireParameterType,
} from './refuse-type.ts';

/**
 * The types of a statement's parameters, and the statement resolved with them. Where analysis fails before it has seen
 * all uses, it is repeated with the types that they gave until then.
 */
export function inferTypes(statement: ParameterisedStatement): {
  readonly types: ParameterTypes;
  readonly resolved: ResolvedStatement;
} {
  let types = taggedTypes(statement);
  for (;;) {
    const { uses, error, resolved } = attempt(statement, types);
    if (resolved && uses.length === 0) {
      refuseDefaults(statement, types);
      return { types, resolved };
    }
    const given = givenTypes(statement, types, uses);
    const byDefault = defaultTypes(statement, [types, given]);
    const more = error && given.size > 0 ? given : new Map([...given, ...byDefault]);
    types = new Map([...types, ...more]);
    const isStuck = error ? more.size === 0 : !namesAll(types, statement);
    if (isStuck) refuseOpen(statement, types, error);
  }
}

function namesAll(types: ParameterTypes, { named }: ParameterisedStatement): boolean {
  return [...named.keys()].every((name) => types.has(name));
}

function taggedTypes({ declared, named }: ParameterisedStatement): ParameterTypes {
  const tagged = [...named].flatMap(([key, { tag }]) => {
    if (tag?.type) requireParameterType(tag.type.type, tag.offset);
    return tag?.type ? [[key, tag.type.type] as const] : [];
  });
  return new Map([...declared, ...tagged]);
}

/** The types of the defaults of parameters that have no other type. */
function defaultTypes(
  { named }: ParameterisedStatement,
  settled: readonly ParameterTypes[],
): ParameterTypes {
  const open = [...named].filter(([key]) => !settled.some((types) => types.has(key)));
  return new Map(
    open.flatMap(([key, { tag }]) => {
      const type = tag?.default && defaultType(tag.default);
      return type ? [[key, type] as const] : [];
    }),
  );
}

/** The types that the uses of each parameter agree on. */
function givenTypes(
  statement: ParameterisedStatement,
  declared: ParameterTypes,
  uses: readonly ParameterUse[],
): ParameterTypes {
  const types = new Map<string, Type>();
  for (const [name, own] of Map.groupBy(uses, (use) => use.name)) {
    const placed = own
      .flatMap(({ at, types: given }) => given.map((type): PlacedType => ({ ...type, at })))
      .sort((a, b) => a.at - b.at);
    const chosen = placed.find(({ accepts }) => !accepts) ?? placed[0];
    if (!chosen) continue;
    if (!isParameterType(chosen.type)) refuseComposite(statement, name, chosen);
    const other = placed.find((given) => !agrees(given, chosen.type));
    if (other) refuseTwo(statement, declared, name, [chosen, other]);
    types.set(name, chosen.type);
  }
  return types;
}

function agrees({ type, accepts }: GivenType, chosen: Type): boolean {
  return sameType(type, chosen) || accepts?.(chosen) === true;
}
