import { LRUCache } from 'lru-cache';
import { foldAbsent, type Statement, type Type } from '#googlesql';
import { checkedStatement } from '../catalog/checked-statement.ts';
import type { PreparedEndpoint, StoredQuery } from '../catalog/prepare.ts';
import { type EngineStatement, isForeign } from '../engines/engine.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import type { ArgumentValues } from './arguments/arguments.ts';

/** The most sets of absent parameters of a statement that stay compiled. */
const MAX_SETS = 64;

const folded = new WeakMap<Statement, LRUCache<string, Statement>>();

/**
 * A stored statement as engines get it for these arguments: conditions on optional parameters that are absent are
 * evaluated beforehand, so that a filter that is not used costs and prunes as if it were not written. A foreign statement
 * is as it is.
 */
export function foldedStatement(
  endpoint: FoldedEndpoint,
  stored: Pick<StoredQuery, 'parameters'>,
  statement: EngineStatement,
  values: ArgumentValues,
): EngineStatement {
  return isForeign(statement) ? statement : foldCompiled(endpoint, stored, statement, values);
}

/** What of an endpoint its statements are folded by. */
type FoldedEndpoint = Pick<PreparedEndpoint, 'definition' | 'tables'>;

/** The same of a statement that is compiled here. */
export function foldCompiled(
  { definition, tables }: FoldedEndpoint,
  { parameters }: Pick<StoredQuery, 'parameters'>,
  statement: Statement,
  values: ArgumentValues,
): Statement {
  const absent = new Map<string, Type>();
  for (const [name, { isRequired, type }] of Object.entries(definition.parameters)) {
    const key = name.toLowerCase();
    const isUsed = statement.resolved.parameters.has(key);
    if (isUsed && !isRequired && values[name] === undefined) absent.set(key, type);
  }
  if (absent.size === 0) return statement;
  const sets = getOrInsertComputed(folded, statement, () => new LRUCache({ max: MAX_SETS }));
  const key = [...absent.keys()].join();
  const compiled = sets.get(key);
  if (compiled) return compiled;
  const { tree, resolved } = foldAbsent(statement.tree, absent, { tables, parameters });
  const result = checkedStatement(tree, resolved);
  sets.set(key, result);
  return result;
}
