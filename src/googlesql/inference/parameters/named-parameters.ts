import { excerpt, nameList } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type { Expression, Query } from '../../syntax/tree/ast.ts';
import { walk } from '../../syntax/tree/visit.ts';
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
  const named: NamedParameter[] = [];
  walk(tree, (node) => {
    if (!('kind' in node) || node.kind !== 'parameter') return;
    if (node.name === CLOCK_PARAMETER || declared.has(node.name.toLowerCase())) return;
    named.push({ name: node.name, offset: node.at, tag: tagged.get(node.name.toLowerCase()) });
  });
  const parameters = new Map<string, NamedParameter>();
  for (const parameter of named.sort((a, b) => a.offset - b.offset)) {
    const key = parameter.name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, parameter);
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
