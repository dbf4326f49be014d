/**
 * The resolved tree: the meaning of a query, with every name bound to one column and every type known.
 *
 * A `Scan` yields a set of `Column`s; a column has an identity of its own for the whole statement, so that printers
 * need no scoping rules. Shadowing, ordinals, `*`, USING, implicit array paths and GROUP BY aliases are resolved. Only
 * the rows of `OrderByScan`s and `LimitScan`s are ordered; every other scan loses order.
 */
import type { FunctionSignature } from '../../functions/core/signatures/signature.ts';
import type { FrameBound, Select } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import type { Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import type { ParameterUse } from './parameter-use.ts';

/** A column created by one scan; identified by the object (and `id`), never by name. */
export interface Column {
  readonly id: number;
  /** The name in messages and results; printers use `id`. */
  readonly name: string;
  readonly type: Type;
}

/** A statement that was analysed without errors. */
export interface ResolvedStatement {
  readonly scan: Scan;
  /** The output columns in order; anonymous ones are named `f0_`, `f1_`, … */
  readonly output: readonly { readonly name: string; readonly column: Column }[];
  /** Names of the parameters in use, in lower case. */
  readonly parameters: ReadonlySet<string>;
}

export type Scan =
  | SingleRowScan
  | TableScan
  | ArrayScan
  | JoinScan
  | FilterScan
  | ProjectScan
  | AggregateScan
  | AnalyticScan
  | OrderByScan
  | LimitScan
  | SetOperationScan
  | WithScan
  | WithRefScan;

/** The scans of a kind. */
export type ScanOf<Kind extends Scan['kind']> = Extract<Scan, { kind: Kind }>;

/** What a scan yields. */
interface Columned {
  readonly columns: readonly Column[];
}

/** One row without columns: a SELECT with no FROM. */
export interface SingleRowScan {
  readonly kind: 'single_row';
  readonly columns: readonly [];
}

/** A read of a base table; `columns[i]` is the table's column `sources[i]`; only referenced columns are listed. */
export interface TableScan extends Columned {
  readonly kind: 'table';
  readonly table: Table;
  readonly sources: readonly string[];
  /** The SELECT whose FROM contains this scan, and its range variable there. */
  readonly select: Select;
  readonly alias: string;
}

/**
 * UNNEST. Without `input` it is a table of its own; with it, a correlated cross join (or, if `outer`, a left join) of
 * the input's rows with the array's elements, restricted by `condition`.
 */
export interface ArrayScan extends Columned {
  readonly kind: 'array';
  readonly input: Scan | undefined;
  readonly array: ResolvedExpression;
  readonly element: Column;
  readonly offset: Column | undefined;
  readonly outer: boolean;
  readonly condition: ResolvedExpression | undefined;
}

/** A join of two independent scans; USING has become a condition and a projection above. */
export interface JoinScan extends Columned {
  readonly kind: 'join';
  readonly type: 'CROSS' | 'INNER' | 'LEFT' | 'RIGHT' | 'FULL';
  readonly left: Scan;
  readonly right: Scan;
  readonly condition: ResolvedExpression | undefined;
}

export interface FilterScan extends Columned {
  readonly kind: 'filter';
  readonly input: Scan;
  readonly condition: ResolvedExpression;
}

/** Passes on some of the input's columns and adds the computed ones. */
export interface ProjectScan extends Columned {
  readonly kind: 'project';
  readonly input: Scan;
  readonly computed: readonly Computed[];
}

/** A column and its expression. */
export interface Computed {
  readonly column: Column;
  readonly expression: ResolvedExpression;
}

/**
 * GROUP BY; no `groups` and no grouping sets is one group over all rows. SELECT DISTINCT is one without aggregates. Each
 * of the `sets` has the places of the groups that it groups by; the others are NULL in its rows.
 */
export interface AggregateScan extends Columned {
  readonly kind: 'aggregate';
  readonly input: Scan;
  readonly groups: readonly Computed[];
  readonly sets: readonly (readonly number[])[] | undefined;
  readonly aggregates: readonly { readonly column: Column; readonly call: AggregateCall }[];
}

/** Adds window function results to the input's columns. */
export interface AnalyticScan extends Columned {
  readonly kind: 'analytic';
  readonly input: Scan;
  readonly functions: readonly { readonly column: Column; readonly call: AnalyticCall }[];
}

export interface OrderByScan extends Columned {
  readonly kind: 'order_by';
  readonly input: Scan;
  readonly items: readonly ResolvedOrderItem[];
}

/** `nulls` is always set; it defaults to FIRST for ascending and LAST for descending. */
export interface ResolvedOrderItem {
  readonly expression: ResolvedExpression;
  readonly descending: boolean;
  readonly nulls: 'FIRST' | 'LAST';
}

/** LIMIT and OFFSET: INT64 literals or parameters. */
export interface LimitScan extends Columned {
  readonly kind: 'limit';
  readonly input: Scan;
  readonly limit: ResolvedExpression;
  readonly offset: ResolvedExpression | undefined;
}

/** `inputs[i].columns` line up with `columns`, and have the same types. */
export interface SetOperationScan extends Columned {
  readonly kind: 'set_operation';
  readonly operator: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly quantifier: 'ALL' | 'DISTINCT';
  readonly inputs: readonly { readonly scan: Scan; readonly columns: readonly Column[] }[];
}

/** CTEs, each visible to the ones after it (and, if `recursive`, to itself) and to `body`. */
export interface WithScan extends Columned {
  readonly kind: 'with';
  readonly recursive: boolean;
  readonly ctes: readonly ResolvedCte[];
  readonly body: Scan;
}

/** `name` is as written; `id` is unique in the statement. `columns` are the scan's output columns in order. */
export interface ResolvedCte {
  readonly id: number;
  readonly name: string;
  readonly scan: Scan;
  readonly columns: readonly { readonly name: string; readonly column: Column }[];
  /** Whether the CTE is a value table (SELECT AS STRUCT/VALUE), which has one column. */
  readonly isValueTable: boolean;
  readonly isRecursive: boolean;
}

/** A read of a CTE; `columns[i]` is the CTE's column `sources[i]` (an index); only referenced columns are listed. */
export interface WithRefScan extends Columned {
  readonly kind: 'with_ref';
  readonly cteId: number;
  readonly sources: readonly number[];
}

/** What every expression has. */
interface Typed {
  readonly type: Type;
}

export type ResolvedExpression =
  | ResolvedLiteral
  | ResolvedParameter
  | ColumnRef
  | FunctionCall
  | ResolvedCast
  | GetField
  | MakeStruct
  | MakeArray
  | ResolvedSubquery;

/** What an expression is: a literal, a call, … */
export type ResolvedKind = ResolvedExpression['kind'];

/** The expressions of a kind. */
export type ExpressionOf<Kind extends ResolvedKind> = Extract<ResolvedExpression, { kind: Kind }>;

/** A constant; `value` is null or as `value.ts` defines, except that INT64 and TIMESTAMP are always bigint. */
export interface ResolvedLiteral extends Typed {
  readonly kind: 'literal';
  readonly value: LiteralValue;
  /** Whether it may still take another type, as literals without a type may (`NULL`, `1`, `'2026-01-01'`). */
  readonly coercible: boolean;
  /** A FLOAT64 as written, for NUMERIC, which holds digits that a double does not. */
  readonly text?: string;
}

/** `name` is in lower case: parameter names are case-insensitive. */
export interface ResolvedParameter extends Typed {
  readonly kind: 'parameter';
  readonly name: string;
  /** Set while nothing around the parameter has given it a type; `type` is then a placeholder. */
  readonly use?: ParameterUse;
}

/** A reference to a column of a scan below or, in a subquery, of a scan around it. */
export interface ColumnRef extends Typed {
  readonly kind: 'column';
  readonly column: Column;
}

/**
 * A scalar function or operator, with arguments coerced to the signature. CASE, IF, IN, BETWEEN, LIKE and the operators
 * are functions with names like `$case_no_value`, `$in`, `$add`.
 */
export interface FunctionCall extends Typed {
  readonly kind: 'call';
  readonly function: FunctionSignature;
  readonly arguments: readonly ResolvedExpression[];
  /** Date part of functions that take one, with WEEK's day: `DAY`, `WEEK(MONDAY)`. */
  readonly part: string | undefined;
  /** Called as `SAFE.name`: errors become NULL. */
  readonly safe: boolean;
}

export interface ResolvedCast extends Typed {
  readonly kind: 'cast';
  readonly expression: ResolvedExpression;
  readonly safe: boolean;
}

export interface GetField extends Typed {
  readonly kind: 'get_field';
  readonly struct: ResolvedExpression;
  readonly index: number;
}

/** A subquery; SCALAR, ARRAY and IN read `column` of the scan. ARRAY keeps the scan's order. */
export interface ResolvedSubquery extends Typed {
  readonly kind: 'subquery';
  readonly modifier: 'SCALAR' | 'ARRAY' | 'EXISTS' | 'IN';
  readonly scan: Scan;
  readonly column: Column;
  /** The left side of IN. */
  readonly needle: ResolvedExpression | undefined;
}

/** An aggregate call inside an `AggregateScan`, or the function of an `AnalyticCall`. */
export interface AggregateCall extends Typed {
  readonly function: FunctionSignature;
  readonly arguments: readonly ResolvedExpression[];
  readonly distinct: boolean;
  readonly nulls: 'IGNORE' | 'RESPECT' | undefined;
  readonly having:
    | { readonly which: 'MAX' | 'MIN'; readonly expression: ResolvedExpression }
    | undefined;
  readonly orderBy: readonly ResolvedOrderItem[];
  readonly limit: ResolvedExpression | undefined;
  readonly safe: boolean;
  /** The condition of the rows that are aggregated, before HAVING: those of one value of PIVOT. */
  readonly filter?: ResolvedExpression;
}

/** A window function: an aggregate or analytic function over a window. */
export interface AnalyticCall extends AggregateCall {
  readonly partitionBy: readonly ResolvedExpression[];
  readonly windowOrderBy: readonly ResolvedOrderItem[];
  readonly frame:
    | {
        readonly unit: 'ROWS' | 'RANGE';
        readonly start: ResolvedFrameBound;
        readonly end: ResolvedFrameBound;
      }
    | undefined;
}

export interface ResolvedFrameBound {
  readonly kind: FrameBound['kind'];
  readonly offset: ResolvedExpression | undefined;
}

/** A struct constructor; without an explicit type, its fields coerce as literals do. */
export interface MakeStruct extends Typed {
  readonly kind: 'struct';
  readonly explicit?: boolean;
  readonly fields: readonly ResolvedExpression[];
}

/** An array constructor; without an explicit type, its items coerce as literals do. */
export interface MakeArray extends Typed {
  readonly kind: 'array';
  readonly explicit?: boolean;
  readonly items: readonly ResolvedExpression[];
}
