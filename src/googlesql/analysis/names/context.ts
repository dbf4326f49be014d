import type { Expression, Query, Select, WindowSpecification } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import type { Type } from '../../types.ts';
import type { ParameterUse } from '../resolved/parameter-use.ts';
import type {
  AggregateCall,
  AnalyticCall,
  Column,
  ColumnRef,
  ResolvedExpression,
  Scan,
} from '../resolved/resolved.ts';
import type { Budget } from './budget.ts';
import type { CteScope, Recursion } from './cte-scope.ts';
import type { NameList, Scope } from './names.ts';

/** State shared by a whole statement. */
export interface Session {
  readonly parameters: ReadonlyMap<string, Type>;
  readonly usedParameters: Set<string>;
  /** Where the uses of parameters that nobody declared are recorded; undefined if they are refused. */
  readonly undeclared: ParameterUse[] | undefined;
  /** Where and how a column was referenced, for errors that are detected later. */
  readonly origins: WeakMap<ColumnRef, Origin>;
  readonly budget: Budget;
  readonly newColumn: (name: string, type: Type) => Column;
  readonly newCteId: () => number;
  /** The mutually recursive resolvers, held here because modules must not import each other in a cycle. */
  readonly expression: (node: Expression, context: Context) => ResolvedExpression;
  readonly query: (query: Query, environment: Environment) => ResolvedQuery;
}

/** How a column reference was written. */
export interface Origin {
  readonly at: number;
  /** `column x`, `t.x`, `table alias t`. */
  readonly text: string;
  /** The clause that contains it: `SELECT list`, `WHERE clause`; empty in a subquery's own list. */
  readonly clause: string;
}

/** What is visible to a query from outside. */
export interface Environment {
  readonly session: Session;
  readonly tables: ReadonlyMap<string, Table>;
  readonly ctes: CteScope | undefined;
  /** Candidates for a mistyped table name, without the query's own CTEs. */
  readonly tableNames: readonly string[];
  readonly outer: Scope | undefined;
  /** The recursive CTE that contains the query. */
  readonly recursion: Recursion | undefined;
  /** Whether the query is part of an expression. */
  readonly isSubquery: boolean;
}

/** What is visible to and allowed in an expression. */
export interface Context {
  readonly session: Session;
  readonly environment: Environment;
  readonly scope: Scope | undefined;
  /** What its subqueries see, if that is not the scope. */
  readonly subqueryScope?: Scope | undefined;
  readonly clause: string;
  /** The clause's name in messages that refuse aggregates and windows, if it differs from `clause`. */
  readonly refusedIn?: string;
  /** Whether the expression is an argument of an aggregate. */
  readonly isAggregated?: boolean;
  /** Whether the expression is a branch that may not be taken, or an argument whose errors are caught. */
  readonly isConditional?: boolean;
  /**
   * The SELECT that collects aggregate and window calls, and which of them this clause allows; aggregates are
   * `unlisted` in a HAVING or ORDER BY without grouping.
   */
  readonly select: SelectState | undefined;
  readonly aggregates: 'allowed' | 'refused' | 'unlisted';
  readonly windows: 'allowed' | 'refused';
  /** Whether aliases whose expression contains a window function may be referenced, as after DISTINCT. */
  readonly windowAliases?: 'allowed';
  /** Set while an expression is resolved. */
  readonly seen: Seen;
}

/** The context of a clause, in each of whose expressions is recorded what it contains. */
export type ClauseContext = Omit<Context, 'seen'>;

/** The context of a clause over rows, which allows neither aggregates nor window functions. */
export function rowContext(environment: Environment, scope: Scope, clause: string): ClauseContext {
  const { session } = environment;
  const refused = { select: undefined, aggregates: 'refused', windows: 'refused' } as const;
  return { session, environment, scope, clause, ...refused };
}

/** What an expression contains. */
export interface Seen {
  aggregate: boolean;
  window: boolean;
}

/** The aggregate and window calls extracted from one SELECT's expressions. */
export interface SelectState {
  readonly select: Select;
  readonly aggregates: { readonly column: Column; readonly call: AggregateCall }[];
  readonly windowFunctions: { readonly column: Column; readonly call: AnalyticCall }[];
  readonly windows: ReadonlyMap<string, WindowSpecification>;
}

/** A resolved query. */
export interface ResolvedQuery {
  readonly scan: Scan;
  readonly output: readonly QueryColumn[];
  readonly isValueTable: boolean;
  /** What a pipe operator after it can name, if it ends with one that passes its rows on. */
  readonly names?: NameList | undefined;
}

/**
 * An output column; an anonymous one has the empty name. `literal` is its value if that is a constant which may still
 * take another type; `at` is the constant's offset.
 */
export interface QueryColumn {
  readonly name: string;
  readonly column: Column;
  readonly literal: ResolvedExpression | undefined;
  readonly at?: number;
}

/** Resolves an expression separately and returns what it contains. */
export function resolveApart(
  node: Expression,
  context: ClauseContext,
): { readonly expression: ResolvedExpression; readonly seen: Seen } {
  const seen: Seen = { aggregate: false, window: false };
  return { expression: context.session.expression(node, { ...context, seen }), seen };
}
