import type { FunctionDefinition, Lowering, Overload } from './define.ts';
import type { LoweredAggregate, LoweredCall } from './signatures/signature.ts';

/** How a DuckDB aggregate differs from the GoogleSQL call whose modifiers it carries. */
interface AggregateDifference {
  /** A condition in addition to the call's own. */
  readonly filter?: string;
  /** Omits DISTINCT, where it changes nothing or is not accepted. */
  readonly ignoresDistinct?: boolean;
}

/** The modifiers of a call that has none. */
export const NO_MODIFIERS: LoweredAggregate = {
  distinct: false,
  nulls: undefined,
  orderBy: '',
  limit: undefined,
  filter: undefined,
  over: '',
};

/** Prints an aggregate: `name(DISTINCT x ORDER BY y) FILTER (WHERE z) OVER (…)`. */
export function aggregateText(
  { aggregate: modifiers = NO_MODIFIERS }: LoweredCall,
  name: string,
  args: readonly string[],
  { filter: own, ignoresDistinct = false }: AggregateDifference = {},
): string {
  const distinct = modifiers.distinct && !ignoresDistinct ? 'DISTINCT ' : '';
  const orderBy = modifiers.orderBy ? ` ORDER BY ${modifiers.orderBy}` : '';
  const filters = [modifiers.filter, own].filter((filter) => filter !== undefined);
  const filter = filters.length > 0 ? ` FILTER (WHERE ${filters.join(' AND ')})` : '';
  return `${name}(${distinct}${args.join(', ')}${orderBy})${filter}${modifiers.over}`;
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
