import type fc from 'fast-check';

/**
 * A value of a random project: INT64 and TIMESTAMP (microseconds) are bigints, structs the values of their fields in
 * order, and JSON is its text. All others are as answers of REST have them, but that floats may be NaN or infinite.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[];

/** A column, a field of a struct, or a parameter. */
export interface Field {
  readonly name: string;
  /** A scalar type, or STRUCT. */
  readonly kind: string;
  readonly mode: 'NULLABLE' | 'REQUIRED' | 'REPEATED';
  /** Of a STRUCT. */
  readonly fields: readonly Field[];
}

/** A scalar type of a random project: its values, and how each file and each language writes one. */
export interface Scalar {
  readonly values: fc.Arbitrary<Value>;
  /** A literal of GoogleSQL. */
  readonly sql: (value: Value) => string;
  /** In a cell of CSV, in a query string and in a form. */
  readonly text: (value: Value) => string;
  /** In a line of NDJSON. */
  readonly json: (value: Value) => string;
  /** In a JSON body, as OpenAPI says. @default what `json` says */
  readonly body?: (value: Value) => string;
  /** As a variable of GraphQL. @default what `json` says */
  readonly variable?: (value: Value) => unknown;
  /** A literal of DuckDB, and its type there; undefined where no file has such values. */
  readonly duckdb?: readonly [type: string, literal: (value: Value) => string];
  /** GoogleSQL's order of values; undefined where it has none. */
  readonly compare?: (a: Value, b: Value) => number;
}
