import { analyze } from '../analysis/analyze.ts';
import type { GivenType, ParameterUse } from '../analysis/resolved/parameter-use.ts';
import type { ResolvedStatement } from '../analysis/resolved/resolved.ts';
import { sameType, type Type } from '../types.ts';
import { collectUses, type ParameterisedStatement, type ParameterTypes } from './collect-uses.ts';
import { defaultType } from './default-value.ts';
import { type PlacedType, refuseOpen, refuseTwo } from './refuse-type.ts';

/**
 * The types of a statement's parameters, and the statement resolved with them. Where analysis fails before it has seen
 * all uses, it is repeated with the types that they gave until then.
 */
export function inferTypes(statement: ParameterisedStatement): {
  readonly types: ParameterTypes;
  readonly resolved: ResolvedStatement;
} {
  const { tree, tables, named } = statement;
  let declared = taggedTypes(statement);
  for (;;) {
    const { uses, error } = collectUses(statement, declared);
    const given = givenTypes(statement, declared, uses);
    const byDefault = defaultTypes(statement, [declared, given]);
    const more = error && given.size > 0 ? given : new Map([...given, ...byDefault]);
    const types = new Map([...declared, ...more]);
    const isOpen = named.keys().some((name) => !types.has(name));
    if (error ? more.size === 0 : isOpen) refuseOpen(statement, types, error);
    if (!error) return { types, resolved: analyze(tree, { tables, parameters: types }) };
    declared = types;
  }
}

function taggedTypes({ declared, named }: ParameterisedStatement): ParameterTypes {
  return new Map([
    ...declared,
    ...[...named].flatMap(([key, { tag }]) => (tag?.type ? [[key, tag.type.type] as const] : [])),
  ]);
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
    const other = placed.find((given) => !agrees(given, chosen.type));
    if (other) refuseTwo(statement, declared, name, [chosen, other]);
    types.set(name, chosen.type);
  }
  return types;
}

function agrees({ type, accepts }: GivenType, chosen: Type): boolean {
  return sameType(type, chosen) || accepts?.(chosen) === true;
}
