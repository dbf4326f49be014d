import type { FunctionDefinition, Lowering, Overload } from './define.ts';
import type { LoweredAggregate, LoweredCall } from './signatures/signature.ts';
import { join, type Part, type Sql, sql } from './sql.ts';

/** How a DuckDB aggregate differs from the GoogleSQL call whose modifiers it carries. */
interface AggregateDifference {
  /** A condition in addition to the call's own. */
  readonly filter?: Sql;
  /** Omits DISTINCT, where it changes nothing or is not accepted. */
  readonly ignoresDistinct?: boolean;
}

/** The modifiers of a call that has none. */
export const NO_MODIFIERS: LoweredAggregate = {
  distinct: false,
  nulls: undefined,
  orderBy: undefined,
  limit: undefined,
  filter: undefined,
  over: undefined,
};

/** An aggregate: `name(DISTINCT x ORDER BY y) FILTER (WHERE z) OVER (…)`. */
export function aggregateText(
  { aggregate: modifiers = NO_MODIFIERS }: LoweredCall,
  name: string,
  args: readonly Part[],
  { filter: own, ignoresDistinct = false }: AggregateDifference = {},
): Sql {
  const distinct = modifiers.distinct && !ignoresDistinct ? 'DISTINCT ' : '';
  const orderBy = modifiers.orderBy ? sql` ORDER BY ${modifiers.orderBy}` : '';
  const filters = [modifiers.filter, own].filter((filter) => filter !== undefined);
  const filter = filters.length > 0 ? sql` FILTER (WHERE ${join(' AND ', filters)})` : '';
  return sql`${name}(${distinct}${args}${orderBy})${filter}${overText(modifiers)}`;
}

/** `OVER (…)` of a window function; nothing for other calls. */
export function overText({ over }: Pick<LoweredAggregate, 'over'> = NO_MODIFIERS): Part {
  return over ? sql` OVER (${over})` : '';
}

/** Lowers to a DuckDB aggregate with the same arguments. */
export function folded(name: string): Lowering {
  return (call) => aggregateText(call, name, call.arguments);
}

/** Defines an aggregate that allows DISTINCT, HAVING MAX/MIN, OVER and the given modifiers. */
export function aggregate(
  name: string,
  overloads: readonly Overload[],
  more: Partial<FunctionDefinition> = {},
): FunctionDefinition {
  return {
    name,
    kind: 'aggregate',
    group: 'Aggregate',
    overloads,
    ...more,
    allows: { distinct: true, having: true, over: true, ...more.allows },
  };
}
