import type { Statement } from '#googlesql';
import {
  type CompiledQuery,
  type EngineQuery,
  type EngineStatement,
  isForeign,
} from '../../src/engines/engine.ts';

/** A statement that has to be a compiled one. */
export function compiled(statement: EngineStatement): Statement {
  if (isForeign(statement)) throw new TypeError('The statement was not compiled');
  return statement;
}

/** A query whose statement has to be a compiled one. */
export function compiledQuery(query: EngineQuery): CompiledQuery {
  return { ...query, statement: compiled(query.statement) };
}
