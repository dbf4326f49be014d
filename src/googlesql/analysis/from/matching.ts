import type { MatchRecognize, Select } from '../../syntax/tree/ast.ts';
import type { ClauseContext } from '../names/context.ts';
import { NameList, Scope, type Target } from '../names/names.ts';
import type { Column, ResolvedExpression, Scan } from '../resolved/resolved.ts';
import { hiddenKey } from './match-functions.ts';
import type { PivotInput } from './pivot.ts';
import type { Symbols } from './row-pattern.ts';

/** MATCH_RECOGNIZE, and what its clauses are resolved with. */
export interface Matching {
  readonly node: MatchRecognize;
  readonly select: Select;
  readonly input: PivotInput;
  readonly symbols: Symbols;
  readonly partitions: readonly Partition[];
  /** The context of a clause over the rows, with the names of the input. */
  readonly context: ClauseContext;
}

/** A key of PARTITION BY. */
export interface Partition {
  readonly name: string;
  readonly expression: ResolvedExpression;
  /** Its column in the input. */
  readonly column: Column;
}

/** The rows with their numbers in their partitions, and the text of the symbols that each can be. */
export interface NumberedRows {
  readonly scan: Scan;
  readonly number: ResolvedExpression;
  readonly text: Column;
}

/** The names of the input, hidden by those of the keys. */
export function withKeys(names: NameList, keys: readonly Column[]): NameList {
  const all = new NameList();
  for (const key of keys) if (key.name !== '') all.addColumn(key.name, key);
  all.merge(names, new Set(keys.map(({ name }) => name.toLowerCase())));
  return all;
}

/** A column that has no name in the text. */
export function hiddenTarget(name: string, column: Column): readonly [string, Target] {
  return [hiddenKey(name), { kind: 'column', column }];
}

/** What subqueries see: they must not name what the clause itself does. */
export function subqueryScope({ input, symbols, context }: Matching, clause: string): Scope {
  const why = `Correlated access to MATCH_RECOGNIZE columns in the ${clause} clause is not allowed`;
  const own = [...input.names.targets.keys(), ...symbols.keys()];
  const refused = own.map((name) => [name, { kind: 'refused', why }] as const);
  return new Scope(new NameList(), context.environment.outer, new Map(refused));
}
