import type { Type } from '../../../types.ts';
import type { LiteralValue } from '../../../value.ts';
import type { Digits } from '../digits.ts';
import type { Sql } from '../sql.ts';

/** Whether a function applies to one row, aggregates a group, or is valid only with OVER. */
export type FunctionKind = 'scalar' | 'aggregate' | 'analytic';

/** The overload that a call was resolved to: its name and its lowering to DuckDB. */
export interface FunctionSignature {
  /** Upper case with its namespace (`REGEXP_CONTAINS`, `NET.HOST`), or `$name` for an operator or CASE. */
  readonly name: string;
  readonly kind: FunctionKind;
  /**
   * The call as DuckDB SQL, which raises an error where GoogleSQL does. `SAFE.` calls are wrapped with
   * `lowerAttempt`, so the SQL must not contain anything volatile, such as DuckDB's `error()`.
   */
  readonly lower: (call: LoweredCall) => Sql;
}

/** A call whose arguments are already lowered. */
export interface LoweredCall {
  /** DuckDB SQL of each argument, usable as an operand anywhere. */
  readonly arguments: readonly Sql[];
  readonly types: readonly Type[];
  /** The value of each argument that is a literal; undefined for the others. */
  readonly literals: readonly (LiteralValue | undefined)[];
  readonly type: Type;
  readonly part: string | undefined;
  /** The digits of each argument that is a DECIMAL with no more; undefined for the others, and default for all. */
  readonly digits?: readonly (Digits | undefined)[];
  /** For aggregates: whether no sum of the first argument's values is infinite. @default it is not known */
  readonly isSummable?: boolean;
  /** For aggregates: the printed modifiers, which the lowering must place inside or after the parentheses. */
  readonly aggregate: LoweredAggregate | undefined;
}

/** The printed modifiers of an aggregate call. */
export interface LoweredAggregate {
  readonly distinct: boolean;
  readonly nulls: 'IGNORE' | 'RESPECT' | undefined;
  readonly safe?: boolean;
  /** `expression ASC NULLS FIRST, …` */
  readonly orderBy: Sql | undefined;
  /** The LIMIT as DuckDB SQL. */
  readonly limit: Sql | undefined;
  /** A filter condition, from HAVING MAX/MIN or generated. */
  readonly filter: Sql | undefined;
  /** The window of a window function. */
  readonly over: Sql | undefined;
}
