import { columnRef, withComputed } from '../../analysis/resolved/build.ts';
import type {
  AggregateCall,
  AggregateScan,
  AnalyticScan,
  Computed,
  ResolvedExpression,
} from '../../analysis/resolved/resolved.ts';
import type { LoweredCall } from '../../functions/core/signatures/signature.ts';
import { isSummable } from '../expressions/float-bound.ts';
import type { Printer } from '../queries/printer.ts';
import type { SqlScope } from '../queries/select.ts';
import { printShort } from './print-decimal.ts';

/** Aggregate functions that take a NUMERIC as a DECIMAL of its digits. */
const OF_DECIMALS: ReadonlySet<string> = new Set(['AVG', 'COUNT', 'MAX', 'MIN', 'SUM']);

/** Aggregate functions that repeat operands of some types. */
const REPEATING: ReadonlySet<string> = new Set(['AVG', 'SUM']);
const REPEATED: ReadonlySet<string> = new Set(['FLOAT64', 'NUMERIC', 'BIGNUMERIC']);

/** Moves operands below that an aggregate or window function repeats, as columns: then they are computed once. */
export function nameRepeated<Folding extends AggregateScan | AnalyticScan>(
  printer: Printer,
  scan: Folding,
): Folding {
  const computed: Computed[] = [];
  const named = <Call extends AggregateCall>(call: Call): Call => {
    const [expression] = call.arguments;
    if (!expression || !isRepeated(printer, call, expression)) return call;
    const column = printer.column(expression.type);
    printer.digits.add(column, expression);
    computed.push({ column, expression });
    return { ...call, arguments: [columnRef(column)] };
  };
  const changed =
    scan.kind === 'aggregate'
      ? { ...scan, aggregates: scan.aggregates.map((one) => ({ ...one, call: named(one.call) })) }
      : { ...scan, functions: scan.functions.map((one) => ({ ...one, call: named(one.call) })) };
  return computed.length === 0
    ? scan
    : // The same kind of scan.
      ({ ...changed, input: withComputed(scan.input, computed) } as Folding);
}

function isRepeated(
  { digits }: Printer,
  { function: { name } }: AggregateCall,
  operand: ResolvedExpression,
): boolean {
  if (!REPEATING.has(name) || operand.kind === 'column') return false;
  return (
    REPEATED.has(operand.type.kind) && !isSummable(operand, (column) => digits.definitionOf(column))
  );
}

/** What is printed of the operands of an aggregate or window function. */
type Operands = Pick<LoweredCall, 'arguments' | 'digits' | 'isSummable'>;

/** The operands of an aggregate or window function, and what is known of their values. */
export function printOperands(printer: Printer, call: AggregateCall, scope: SqlScope): Operands {
  const { digits } = printer;
  if (!OF_DECIMALS.has(call.function.name)) {
    return { arguments: call.arguments.map((value) => printer.expression(value, scope)) };
  }
  const [first] = call.arguments;
  return {
    arguments: call.arguments.map((value) => printShort(printer, value, scope)),
    digits: call.arguments.map((value) => digits.of(value)),
    isSummable: first !== undefined && isSummable(first, (column) => digits.definitionOf(column)),
  };
}
