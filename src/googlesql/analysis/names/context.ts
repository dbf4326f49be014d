import type { Expression, Query, Select, WindowSpecification } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import type { Type } from '../../types.ts';
import type { Recursion } from '../queries/recursion.ts';
import type {
  AggregateCall,
  AnalyticCall,
  Column,
  ColumnRef,
  ResolvedExpression,
  Scan,
} from '../resolved/resolved.ts';
import type { Budget } from './budget.ts';
import type { CteScope } from './cte-scope.ts';
import type { Scope } from './names.ts';

/** What is common to all of one statement. */
export interface Session {
  readonly parameters: ReadonlyMap<string, Type>;
  readonly usedParameters: Set<string>;
  /** Where and how a column was named, for errors that are found later. */
  readonly origins: WeakMap<ColumnRef, Origin>;
  readonly budget: Budget;
  readonly newColumn: (name: string, type: Type) => Column;
  readonly newCteId: () => number;
  /** The resolvers that call each other; held here because modules may not import in a circle. */
  readonly expression: (node: Expression, context: Context) => ResolvedExpression;
  readonly query: (query: Query, environment: Environment) => ResolvedQuery;
}

/** How a column reference was written. */
export interface Origin {
  readonly at: number;
  /** `column x`, `t.x`, `table alias t`. */
  readonly text: string;
  /** The clause it stands in: `SELECT list`, `WHERE clause`; empty in a subquery's own list. */
  readonly clause: string;
}

/** What a query can see from outside. */
export interface Environment {
  readonly session: Session;
  readonly tables: ReadonlyMap<string, Table>;
  readonly ctes: CteScope | undefined;
  /** Names that a mistyped table may have meant: not those of the query's own CTEs. */
  readonly tableNames: readonly string[];
  readonly outer: Scope | undefined;
  /** The recursive CTE around the query. */
  readonly recursion: Recursion | undefined;
  /** Whether the query stands inside an expression. */
  readonly isSubquery: boolean;
}

/** What an expression can see and do. */
export interface Context {
  readonly session: Session;
  readonly environment: Environment;
  readonly scope: Scope | undefined;
  readonly clause: string;
  /** The clause as messages about refused aggregates and windows name it, where that is not `clause`. */
  readonly refusedIn?: string;
  /** Whether the expression is an argument of an aggregate. */
  readonly isAggregated?: boolean;
  /**
   * The SELECT that collects aggregate and window calls, and what of both this clause allows; aggregates are `unlisted`
   * in a HAVING or ORDER BY where nothing is grouped.
   */
  readonly select: SelectState | undefined;
  readonly aggregates: 'allowed' | 'refused' | 'unlisted';
  readonly windows: 'allowed' | 'refused';
  /** Whether an alias of the list may be named although a window function stands in it, as behind DISTINCT. */
  readonly windowAliases?: 'allowed';
  /** Raised while an expression is resolved. */
  readonly seen: Seen;
}

/** What an expression was found to contain. */
export interface Seen {
  aggregate: boolean;
  window: boolean;
}

/** The aggregate and window calls of one SELECT, taken out of its expressions. */
export interface SelectState {
  readonly select: Select;
  readonly aggregates: { readonly column: Column; readonly call: AggregateCall }[];
  readonly windowFunctions: { readonly column: Column; readonly call: AnalyticCall }[];
  readonly windows: ReadonlyMap<string, WindowSpecification>;
}

/** A query that was resolved. */
export interface ResolvedQuery {
  readonly scan: Scan;
  readonly output: readonly QueryColumn[];
  readonly isValueTable: boolean;
}

/**
 * An output column; an anonymous one has the empty name. `literal` is what it holds when that is a constant which may
 * still take another type; it stands at `at`.
 */
export interface QueryColumn {
  readonly name: string;
  readonly column: Column;
  readonly literal: ResolvedExpression | undefined;
  readonly at?: number;
}

/** Resolves an expression on its own and says what it contains. */
export function resolveApart(
  node: Expression,
  context: Omit<Context, 'seen'>,
): { readonly expression: ResolvedExpression; readonly seen: Seen } {
  const seen: Seen = { aggregate: false, window: false };
  return { expression: context.session.expression(node, { ...context, seen }), seen };
}
