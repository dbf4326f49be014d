import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import type { ColumnMatch, SetOperation } from '../../syntax/tree/ast.ts';
import { SCALARS } from '../../types.ts';
import type { QueryColumn, ResolvedQuery, Session } from '../names/context.ts';
import { literal, withComputed } from '../resolved/build.ts';
import type { Computed } from '../resolved/resolved.ts';

/**
 * The inputs of a set operation with CORRESPONDING, each with its columns in output order; a missing column is NULL.
 */
export function matchColumns(
  node: SetOperation,
  match: ColumnMatch,
  inputs: readonly ResolvedQuery[],
  session: Session,
): readonly ResolvedQuery[] {
  const names = keptNames(node, match, inputs);
  if (names.length === 0) {
    throw new SqlError(
      `There is no shared column between queries of ${node.operator} ${node.quantifier} CORRESPONDING`,
      node.at,
    );
  }
  return inputs.map((input, i) => alignInput(node, match, input, i, names, session));
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function keptNames(
  node: SetOperation,
  { mode, by }: ColumnMatch,
  inputs: readonly ResolvedQuery[],
): readonly string[] {
  const [first] = inputs;
  if (by) return by.map(({ name }) => name);
  if (!first) return [];
  const listed = mode === 'FULL' ? inputs : [first];
  const named = new Map<string, string>();
  for (const { name } of listed.flatMap(({ output }) => output)) {
    if (name !== '' && !named.has(keyOf(name))) named.set(keyOf(name), name);
    if (name === '' && mode !== 'INNER') refuseAnonymous(node, mode);
  }
  if (mode !== 'INNER') return [...named.values()];
  const others = inputs.map(({ output }) => new Set(output.map(({ name }) => keyOf(name))));
  return [...named].flatMap(([key, name]) => (others.every((own) => own.has(key)) ? [name] : []));
}

function refuseAnonymous(node: SetOperation, mode: string): never {
  throw new SqlError(
    `Anonymous columns cannot be used in set operations with ${mode} CORRESPONDING`,
    node.at,
  );
}

function alignInput(
  node: SetOperation,
  { mode, by }: ColumnMatch,
  input: ResolvedQuery,
  index: number,
  names: readonly string[],
  session: Session,
): ResolvedQuery {
  const at = node.inputs[index]?.at ?? node.at;
  if (mode === 'STRICT' && input.output.length !== names.length) {
    throw new SqlError(
      `STRICT CORRESPONDING requires the same columns in all queries; query ${index + 1} has others`,
      at,
    );
  }
  const computed: Computed[] = [];
  const output = names.map((name): QueryColumn => {
    const matches = input.output.filter((column) => keyOf(column.name) === keyOf(name));
    if (matches.length > 1) {
      throw new SqlError(
        `Duplicate column ${excerpt(name)} in query ${index + 1} of a set operation with CORRESPONDING`,
        at,
      );
    }
    const [column] = matches;
    if (column) return by ? { ...column, name } : column;
    const mayLack = mode === 'FULL' || (mode === 'LEFT' && index > 0);
    if (!mayLack) {
      const where = by ? 'named behind BY' : 'of CORRESPONDING';
      throw new SqlError(`Column ${excerpt(name)} ${where} not found in query ${index + 1}`, at);
    }
    const value = literal(SCALARS.INT64, null, true);
    const padding = session.newColumn(name, value.type);
    computed.push({ column: padding, expression: value });
    return { name, column: padding, literal: value };
  });
  return { scan: withComputed(input.scan, computed), output, isValueTable: false };
}
