import { ExpressionIndex } from '../../analysis/properties/same-expression.ts';
import { columnRef, withComputed } from '../../analysis/resolved/build.ts';
import { mapExpression } from '../../analysis/resolved/map-tree.ts';
import type {
  AggregateCall,
  AggregateScan,
  Computed,
  ResolvedExpression,
} from '../../analysis/resolved/resolved.ts';
import { everyExpression } from '../../analysis/resolved/traverse.ts';
import type { Needed, Printer } from '../queries/printer.ts';

/** Aggregate functions that evaluate their operand for every row. */
const OF_EVERY_ROW: ReadonlySet<string> = new Set(['AVG', 'MAX', 'MIN', 'SUM']);

/** Of more aggregates or larger operands comparing them would take too long, or too much of the stack. */
const MAX_CALLS = 64;
const MAX_PARTS = 32;

/**
 * Moves an operand of one aggregate below that is a part of another's, as a column: `a * b` of
 * `SUM(a * b), SUM(IF(c, a * b, 0))`. DuckDB computes a branch of a CASE by itself, even where it has the value already.
 */
export function nameShared(printer: Printer, scan: AggregateScan, needed: Needed): AggregateScan {
  const calls = scan.aggregates.flatMap(({ call, column }) =>
    needed.has(column.id) ? [call] : [],
  );
  if (calls.length < 2 || calls.length > MAX_CALLS) return scan;
  const operands = new ExpressionIndex<ResolvedExpression>();
  for (const operand of calls.flatMap(ofEveryRow)) operands.add(operand, operand);
  const shared = new Set(calls.flatMap((call) => partsIn(call, operands)));
  if (shared.size === 0) return scan;
  const columns = new ExpressionIndex<ResolvedExpression>();
  const computed = [...shared].map((expression): Computed => {
    const column = printer.column(expression.type);
    printer.digits.add(column, expression);
    columns.add(expression, columnRef(column));
    return { column, expression };
  });
  const named = (argument: ResolvedExpression) =>
    mapExpression(argument, (part) => columns.find(part));
  const aggregates = scan.aggregates.map(({ column, call }) => ({
    column,
    call: { ...call, arguments: call.arguments.map(named) },
  }));
  return { ...scan, aggregates, input: withComputed(scan.input, computed) };
}

/** The operand of a call if it is computed for every row. */
function ofEveryRow({ arguments: [operand], function: { name }, filter, having }: AggregateCall) {
  if (!operand || having || filter || !OF_EVERY_ROW.has(name)) return [];
  if (operand.kind !== 'call' && operand.kind !== 'cast') return [];
  return everyExpression([operand], 'all').length <= MAX_PARTS ? [operand] : [];
}

/** The operands that are parts of a call's own, which they are not as a whole. */
function partsIn(
  { arguments: own }: AggregateCall,
  operands: ExpressionIndex<ResolvedExpression>,
): readonly ResolvedExpression[] {
  return everyExpression(own, 'own').flatMap((part) => {
    const operand = own.includes(part) ? undefined : operands.find(part);
    return operand ? [operand] : [];
  });
}
