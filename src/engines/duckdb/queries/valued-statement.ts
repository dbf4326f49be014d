import { LRUCache } from 'lru-cache';
import { type LiteralValue, neededParameters, type Statement, withNeededValues } from '#googlesql';
import { getOrInsertComputed } from '../../../values/memory.ts';
import type { BoundParameter, CompiledQuery } from '../../engine.ts';

/** How a statement's SQL depends on values. */
interface Dependence {
  /** The parameters whose values decide it; undefined if it is printed as it is. */
  readonly names: readonly string[] | undefined;
  /** The statement for each of the last values. */
  readonly valued: LRUCache<string, Statement>;
}

/** The most values for which a statement stays compiled. */
const MAX_VALUES = 64;

const dependences = new WeakMap<Statement, Dependence>();

/** The query's statement with the values of the parameters that decide what its SQL is. */
export function valuedStatement({
  statement,
  parameters,
}: Pick<CompiledQuery, 'statement' | 'parameters'>): Statement {
  const { names, valued } = getOrInsertComputed(dependences, statement, dependenceOf);
  if (!names) return statement;
  const values = new Map(names.map((name) => [name, literalOf(parameters.get(name))]));
  const key = JSON.stringify([...values], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return getOrInsertComputed(valued, key, () => ({
    ...statement,
    resolved: withNeededValues(statement.resolved, values),
  }));
}

function dependenceOf({ resolved }: Statement): Dependence {
  return { names: neededParameters(resolved), valued: new LRUCache({ max: MAX_VALUES }) };
}

/** A scalar as literals have it, which hold INT64 as bigint. */
function literalOf(parameter: BoundParameter | undefined): LiteralValue {
  const { type, value = null } = parameter ?? {};
  if (typeof value === 'object') return null;
  return type?.kind === 'INT64' ? BigInt(value) : value;
}
