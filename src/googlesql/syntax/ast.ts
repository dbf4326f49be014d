/**
 * The syntax tree of one GoogleSQL query.
 *
 * Every node carries `at`, its offset in the text it was parsed from; two trees are equal when they are equal
 * without `at`. The tree keeps what a query means and drops how it was written: parentheses are kept only where
 * they make a query of their own, keywords and literals are canonical, identifiers are decoded and keep their case.
 */

import type { Expression, WindowSpecification } from './expression.ts';

/** What every node has. */
export interface Node {
  /** Offset in the source text, in UTF-16 code units. */
  readonly at: number;
}

/** A decoded identifier. */
export interface Identifier extends Node {
  readonly name: string;
}

/** A whole query: `WITH … body ORDER BY … LIMIT … OFFSET …`. */
export interface Query extends Node {
  readonly kind: 'query';
  readonly with: With | undefined;
  readonly body: QueryBody;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
}

export interface With extends Node {
  readonly recursive: boolean;
  readonly ctes: readonly Cte[];
}

export interface Cte extends Node {
  readonly name: Identifier;
  readonly query: Query;
}

/** What a query computes before its ORDER BY and LIMIT; a nested `Query` is one in parentheses. */
export type QueryBody = Select | SetOperation | Query;

/** `inputs` has two or more members: chains of the same operator are flat, as in the reference. */
export interface SetOperation extends Node {
  readonly kind: 'set_operation';
  readonly operator: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly quantifier: 'ALL' | 'DISTINCT';
  readonly inputs: readonly QueryBody[];
}

export interface Select extends Node {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly as: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItem[];
  readonly from: FromItem | undefined;
  readonly where: Expression | undefined;
  readonly groupBy: GroupBy | undefined;
  readonly having: Expression | undefined;
  readonly qualify: Expression | undefined;
  readonly windows: readonly NamedWindow[];
}

export type SelectItem = SelectExpression | SelectStar;

export interface SelectExpression extends Node {
  readonly kind: 'select_expression';
  readonly expression: Expression;
  readonly alias: Identifier | undefined;
}

/** `*` (no `of`) or `of.*`, with EXCEPT and REPLACE. */
export interface SelectStar extends Node {
  readonly kind: 'select_star';
  readonly of: Expression | undefined;
  readonly except: readonly Identifier[];
  readonly replace: readonly { readonly expression: Expression; readonly alias: Identifier }[];
}

export type GroupBy =
  | (Node & { readonly kind: 'group_by'; readonly items: readonly Expression[] })
  | (Node & { readonly kind: 'group_by_rollup'; readonly items: readonly Expression[] })
  | (Node & { readonly kind: 'group_by_all' });

export interface NamedWindow extends Node {
  readonly name: Identifier;
  readonly window: WindowSpecification;
}

export interface OrderItem extends Node {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly nulls: 'FIRST' | 'LAST' | undefined;
}

/** A FROM clause; a comma is a CROSS join. */
export type FromItem = TablePath | UnnestItem | DerivedTable | Join;

/** A table, CTE or array path; one backquoted name with dots is one identifier. */
export interface TablePath extends Node {
  readonly kind: 'table_path';
  readonly path: readonly Identifier[];
  readonly alias: Identifier | undefined;
  /** `WITH OFFSET [AS alias]`: only on array paths. */
  readonly withOffset: WithOffset | undefined;
}

export interface UnnestItem extends Node {
  readonly kind: 'unnest';
  readonly expression: Expression;
  readonly alias: Identifier | undefined;
  readonly withOffset: WithOffset | undefined;
}

export interface WithOffset extends Node {
  readonly alias: Identifier | undefined;
}

export interface DerivedTable extends Node {
  readonly kind: 'derived_table';
  readonly query: Query;
  readonly alias: Identifier | undefined;
}

export interface Join extends Node {
  readonly kind: 'join';
  readonly type: 'COMMA' | 'CROSS' | 'INNER' | 'LEFT' | 'RIGHT' | 'FULL';
  readonly left: FromItem;
  readonly right: FromItem;
  readonly condition:
    | { readonly kind: 'on'; readonly expression: Expression }
    | { readonly kind: 'using'; readonly columns: readonly Identifier[] }
    | undefined;
}
