import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import type { ScalarKind } from '../../types.ts';
import { duckdbType } from './duckdb-type.ts';
import type { SignatureMatch } from './signatures/match-signature.ts';
import type { FunctionKind, LoweredCall } from './signatures/signature.ts';
import { isUntypedNull } from './signatures/supertype.ts';
import { castAs, NULL, type Sql } from './sql.ts';

/** A call as DuckDB SQL. */
export type Lowering = (call: LoweredCall) => Sql;

/**
 * One overload: its signature and its lowering.
 *
 * The signature is written `(parameters) -> result`. A parameter is a type, optionally followed by `?` (optional) or
 * `...` (zero or more); types are GoogleSQL's names, `ARRAY<…>`, the type variables `T1`, `T2` (any type, the same
 * everywhere after coercion to a common supertype), `ANY` (each its own type), and `PART`, the keyword of a date part
 * or a normalization. A group in parentheses repeats as a whole, and the last parameters may be named. Examples:
 * `(STRING, STRING) -> BOOL`, `(T1, T1...) -> T1`, `(ARRAY<T1>) -> INT64`, `(TIMESTAMP, PART, STRING?) -> TIMESTAMP`, `((STRING, ANY)...) -> JSON`,
 * `(JSON, include_arrays => BOOL) -> JSON`.
 */
export type Overload = readonly [signature: string, lower: Lowering, accepts?: Accepts | undefined];

/** Whether an overload takes arguments that match its signature. */
export type Accepts = (args: readonly ResolvedExpression[], match: SignatureMatch) => boolean;

/** String literals are not coerced: `DATE_DIFF(timestamp, '2026-07-01', DAY)` does not match. */
const NO_TEXTS: Accepts = (args, { types }) =>
  args.every(
    (argument, i) =>
      argument.type.kind !== 'STRING' || isUntypedNull(argument) || types[i]?.kind === 'STRING',
  );

/** An overload for each of some types, which the signature calls `T`. */
export function overloadsOf(
  types: readonly ScalarKind[],
  signature: string,
  lower: Lowering,
  accepts?: Accepts,
): readonly Overload[] {
  return types.map((type) => [signature.replace(/\bT\b/g, type), lower, accepts]);
}

/** An overload for each of some types; strings are coerced only to the first, the function's own. */
export function ownAndOthers<Kind extends ScalarKind>(
  types: readonly Kind[],
  overload: (type: Kind) => readonly [signature: string, lower: Lowering],
): readonly Overload[] {
  return types.map((type, i) => [...overload(type), i === 0 ? undefined : NO_TEXTS]);
}

/** A function of the catalogue; functions outside the catalogue are refused. */
export interface FunctionDefinition {
  /** Upper case with its namespace, or `$name` for an operator. */
  readonly name: string;
  readonly kind: FunctionKind;
  /** The group in the list of functions: `String`, `JSON`, `Date and time`, … */
  readonly group: string;
  readonly overloads: readonly Overload[];
  /**
   * The values of the named parameters where a call does not give them. Where they are numbers, these are all the
   * parameters, which a call may give by position too.
   */
  readonly defaults?: Readonly<Record<string, boolean | number | string>>;
  /** Other names of the same function. */
  readonly aliases?: readonly string[];
  /** For aggregates: the modifiers a call may have. */
  readonly allows?: {
    readonly distinct?: boolean;
    readonly orderBy?: boolean;
    readonly limit?: boolean;
    readonly nulls?: boolean;
    readonly having?: boolean;
    readonly over?: boolean;
    /** With OVER: whether ORDER BY is required, optional or refused; optional for aggregates. */
    readonly windowOrder?: 'required' | 'optional' | 'refused';
    /** With OVER: whether a frame is allowed; it is for aggregates. */
    readonly windowFrame?: boolean;
  };
  readonly check?: Check;
  /** The arguments whose values decide what DuckDB SQL a call becomes. */
  readonly needsValue?: NeedsValue;
}

/** Checks argument values beyond their types; throws an `Error`, to which the resolver adds the position. */
export type Check = (call: CheckedCall) => void;

/** The parts of a call that a check can read. */
export interface CheckedCall extends Pick<LoweredCall, 'types' | 'literals' | 'part'> {
  /** The function's name in the catalogue. */
  readonly name: string;
  /** For each argument, whether it is a literal or a parameter and so has one value for the whole statement. */
  readonly constants: readonly boolean[];
}

/**
 * Whether a call's DuckDB SQL is written for the value of an argument, by its index and the number of arguments. Such an
 * argument is a literal or a parameter; `withNeededValues` puts the parameter's value in before the call is printed.
 */
export type NeedsValue = (index: number, count: number) => boolean;

/** The need for the value of one argument. */
export function needsArgument(needed: number): NeedsValue {
  return (index) => index === needed;
}

/** Lowers a call that needs values: it is NULL where one of them is. */
function lowerWithValues(lower: Lowering, needsValue: NeedsValue): Lowering {
  return (call) => {
    const { literals, type } = call;
    const needed = literals.filter((_, index) => needsValue(index, literals.length));
    if (needed.includes(undefined)) throw new Error('Cannot print a call whose values are unknown');
    return needed.includes(null) ? castAs(NULL, duckdbType(type)) : lower(call);
  };
}

/** Defines the scalar functions of a group, each with a check of its arguments or other properties. */
export function scalarGroup(group: string) {
  return (
    name: string,
    overloads: readonly Overload[],
    more: Check | Partial<FunctionDefinition> = {},
  ): FunctionDefinition => {
    const properties = typeof more === 'function' ? { check: more } : more;
    const { needsValue } = properties;
    const lowered = needsValue
      ? overloads.map(
          ([signature, lower, accepts]): Overload => [
            signature,
            lowerWithValues(lower, needsValue),
            accepts,
          ],
        )
      : overloads;
    return { name, kind: 'scalar', group, overloads: lowered, ...properties };
  };
}
