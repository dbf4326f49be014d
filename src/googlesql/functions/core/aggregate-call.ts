import type { FunctionDefinition, Lowering, Overload } from './define.ts';
import type { LoweredAggregate, LoweredCall } from './signatures/signature.ts';

/** A DuckDB aggregate call that carries the modifiers of a GoogleSQL call. */
export interface AggregateText {
  readonly name: string;
  readonly arguments: readonly string[];
  /** A condition in addition to the call's own. */
  readonly filter?: string;
  /** Omits DISTINCT, where it changes nothing or is not accepted. */
  readonly ignoresDistinct?: boolean;
}

const NONE: LoweredAggregate = {
  distinct: false,
  nulls: undefined,
  orderBy: '',
  limit: undefined,
  filter: undefined,
  over: '',
};

/** Prints an aggregate: `name(DISTINCT x ORDER BY y) FILTER (WHERE z) OVER (…)`. */
export function aggregateText(call: LoweredCall, text: AggregateText): string {
  const modifiers = call.aggregate ?? NONE;
  const distinct = modifiers.distinct && !text.ignoresDistinct ? 'DISTINCT ' : '';
  const orderBy = modifiers.orderBy ? ` ORDER BY ${modifiers.orderBy}` : '';
  const filters = [modifiers.filter, text.filter].filter((filter) => filter !== undefined);
  const filter = filters.length > 0 ? ` FILTER (WHERE ${filters.join(' AND ')})` : '';
  return `${text.name}(${distinct}${text.arguments.join(', ')}${orderBy})${filter}${modifiers.over}`;
}

/** Lowers to a DuckDB aggregate with the same arguments. */
export function folded(name: string): Lowering {
  return (call) => aggregateText(call, { name, arguments: call.arguments });
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
