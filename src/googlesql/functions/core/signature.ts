import type { Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';

/** Whether a function works on one row, folds a group, or only stands over a window. */
export type FunctionKind = 'scalar' | 'aggregate' | 'analytic';

/** The overload of a function that a call was resolved to: what it is called and how DuckDB computes it. */
export interface FunctionSignature {
  /** Upper case with its namespace (`REGEXP_CONTAINS`, `NET.HOST`), or `$name` for an operator or a CASE. */
  readonly name: string;
  readonly kind: FunctionKind;
  /**
   * Prints the call for DuckDB. What it prints raises an error where GoogleSQL does; for a `SAFE.` call it is wrapped
   * with `lowerAttempt`, which is why nothing volatile, such as DuckDB's `error()`, may stand in it.
   */
  readonly lower: (call: LoweredCall) => string;
}

/** A call whose arguments are printed already. */
export interface LoweredCall {
  /** DuckDB SQL of each argument, safe to stand as an operand anywhere. */
  readonly arguments: readonly string[];
  readonly types: readonly Type[];
  /** The value of each argument that is a literal; undefined for the others. */
  readonly literals: readonly (LiteralValue | undefined)[];
  readonly type: Type;
  readonly part: string | undefined;
  /** For aggregates: what goes inside and behind the parentheses is up to the printer, which asks for these. */
  readonly aggregate: LoweredAggregate | undefined;
}

/** The modifiers of an aggregate call, printed. */
export interface LoweredAggregate {
  readonly distinct: boolean;
  readonly nulls: 'IGNORE' | 'RESPECT' | undefined;
  /** `expression ASC NULLS FIRST, …`, or empty. */
  readonly orderBy: string;
  /** DuckDB SQL of the LIMIT. */
  readonly limit: string | undefined;
  /** A condition that rows must pass, from HAVING MAX/MIN or a generated filter. */
  readonly filter: string | undefined;
  /** ` OVER (…)` when the call stands over a window, else empty. */
  readonly over: string;
}
