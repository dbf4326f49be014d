import type { FunctionKind, LoweredCall } from './signature.ts';

/** How DuckDB computes a call; shorthand for the common case where only the arguments matter. */
export type Lowering = (call: LoweredCall) => string;

/**
 * One overload: its signature and its lowering.
 *
 * The signature is written `(parameters) -> result`. A parameter is a type, optionally followed by `?` (may be left
 * out) or `...` (may repeat, also not at all); types are GoogleSQL's names, `ARRAY<…>`, the type variables `T1`, `T2`
 * (any type, the same everywhere after coercion to a common supertype), and `PART`, a date part keyword.
 * Examples: `(STRING, STRING) -> BOOL`, `(T1, T1...) -> T1`, `(ARRAY<T1>) -> INT64`, `(TIMESTAMP, PART, STRING?) -> TIMESTAMP`.
 */
export type Overload = readonly [signature: string, lower: Lowering, strict?: typeof NO_TEXTS];

/** Marks an overload whose arguments a text is never read as: `DATE_DIFF(timestamp, '2026-07-01', DAY)` has none. */
export const NO_TEXTS = 'no texts';

/** A function of the catalogue. What is not in the catalogue does not exist. */
export interface FunctionDefinition {
  /** Upper case with its namespace, or `$name` for an operator. */
  readonly name: string;
  readonly kind: FunctionKind;
  /** The group under which the list of functions shows it: `String`, `JSON`, `Date and time`, … */
  readonly group: string;
  readonly overloads: readonly Overload[];
  /** Other names of the same function. */
  readonly aliases?: readonly string[];
  /** For aggregates: what the call may carry. */
  readonly allows?: {
    readonly distinct?: boolean;
    readonly orderBy?: boolean;
    readonly limit?: boolean;
    readonly nulls?: boolean;
    readonly having?: boolean;
    readonly over?: boolean;
    /** Over a window: whether its ORDER BY must, may or must not be there; aggregates leave it optional. */
    readonly windowOrder?: 'required' | 'optional' | 'refused';
    /** Over a window: whether a frame may be written; aggregates allow it. */
    readonly windowFrame?: boolean;
  };
  /** A check that types cannot express, on argument values; throws an `Error` whose message the resolver positions. */
  readonly check?: (call: CheckedCall) => void;
}

/** What a check sees of a call. */
export interface CheckedCall extends Pick<LoweredCall, 'types' | 'literals' | 'part'> {
  /** Whether each argument is a literal or a parameter, and so has one value for the whole statement. */
  readonly constants: readonly boolean[];
}
