import { DuckDBIntegerVector, type DuckDBValue, type DuckDBVector } from '@duckdb/node-api';

/** A vector of any class. */
export type Vector = DuckDBVector<DuckDBValue>;

/** Narrows a vector to the class that its type is stored in; another class is a fault of the printer. */
export function vectorOf<Expected extends Vector>(
  vector: Vector,
  expected: abstract new (...args: never[]) => Expected,
  kind: string,
): Expected {
  if (vector instanceof expected) return vector;
  throw unexpected(kind, vector.getItem(0));
}

/**
 * Whether the vector contains untyped NULLs, as for an expression that DuckDB has folded to a bare NULL: they have its
 * type INTEGER, which none of our values has.
 */
export function isUntyped(vector: Vector): boolean {
  return vector instanceof DuckDBIntegerVector;
}

/** The error for a value or vector of an unexpected class. */
export function unexpected(kind: string, found: unknown): Error {
  const name = typeof found === 'object' && found ? found.constructor.name : typeof found;
  return new Error(`Cannot read a result of type ${kind}: DuckDB gave ${name}`);
}
