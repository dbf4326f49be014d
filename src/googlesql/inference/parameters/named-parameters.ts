import { excerpt, nameList } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type { Expression, Query } from '../../syntax/tree/ast.ts';
import { nodesOfKind } from '../../syntax/tree/visit.ts';
import type { Type } from '../../types.ts';
import type { ProvenType } from '../proven-type.ts';

/** What a head comment says of a parameter. */
export interface ParameterTag {
  readonly name: string;
  /** Stands in place of what is inferred. */
  readonly type?: ProvenType;
  /** A literal, or an array of literals. */
  readonly default?: Expression;
  readonly offset: number;
}

/** A parameter that a statement names. */
export interface NamedParameter {
  /** As first written. */
  readonly name: string;
  /** Of its first use. */
  readonly offset: number;
  readonly tag: ParameterTag | undefined;
}

/**
 * The parameters of a statement by lower-case name, in the order of their first uses, without those that are `declared`;
 * refuses tags of any other.
 */
export function namedParameters(
  tree: Query,
  tags: readonly ParameterTag[],
  declared: ReadonlyMap<string, Type>,
): ReadonlyMap<string, NamedParameter> {
  const tagged = new Map(tags.map((tag) => [tag.name.toLowerCase(), tag]));
  const parameters = new Map<string, NamedParameter>();
  for (const { name, at } of nodesOfKind(tree, 'parameter').toSorted((a, b) => a.at - b.at)) {
    const key = name.toLowerCase();
    if (name === CLOCK_PARAMETER || declared.has(key) || parameters.has(key)) continue;
    parameters.set(key, { name, offset: at, tag: tagged.get(key) });
  }
  const stray = tags.find(({ name }) => !parameters.has(name.toLowerCase()));
  if (stray) refuseTag(stray, [...parameters.values()]);
  return parameters;
}

function refuseTag({ name, offset }: ParameterTag, parameters: readonly NamedParameter[]): never {
  const names = nameList(parameters.map((parameter) => `@${parameter.name}`));
  const others = names === '' ? 'it has none' : `it has ${names}`;
  throw new SqlError(`The query does not have a parameter @${excerpt(name)}: ${others}`, offset);
}
