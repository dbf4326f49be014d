import { DuckDBIntegerVector, type DuckDBValue, type DuckDBVector } from '@duckdb/node-api';

/** A vector of any class. */
export type Vector = DuckDBVector<DuckDBValue>;

/** A vector as one of the class that its type is stored in; one of another class is the printer's mistake. */
export function vectorOf<Expected extends Vector>(
  vector: Vector,
  expected: abstract new (...args: never[]) => Expected,
  kind: string,
): Expected {
  if (vector instanceof expected) return vector;
  throw unexpected(kind, vector.getItem(0));
}

/**
 * Whether the vector holds NULLs that DuckDB could give no type, as of an expression that it has folded to a bare NULL:
 * these come as its INTEGER, in which no value of ours is stored.
 */
export function isUntyped(vector: Vector): boolean {
  return vector instanceof DuckDBIntegerVector;
}

/** The error for a value, or a vector of values, of a class that its type is not stored in. */
export function unexpected(kind: string, found: unknown): Error {
  const name = typeof found === 'object' && found ? found.constructor.name : typeof found;
  return new Error(`Cannot read a result of type ${kind}: DuckDB gave ${name}`);
}
