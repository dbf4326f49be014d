import type {
  AggregateCall,
  AggregateScan,
  AnalyticScan,
  Computed,
  ResolvedExpression,
  ResolvedOrderItem,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { everyExpression } from '../../analysis/resolved/traverse.ts';
import type { Printer } from '../queries/printer.ts';

/**
 * Moves aggregate operands with subqueries below, as columns. Lowerings may repeat operands, so SQL for nested
 * subqueries would otherwise grow exponentially.
 */
export function nameHeavyOfAggregate(printer: Printer, scan: AggregateScan): AggregateScan {
  const names = new HeavyNames(printer);
  const groups = scan.groups.map((group) => ({
    ...group,
    expression: names.light(group.expression),
  }));
  const aggregates = scan.aggregates.map(({ column, call }) => ({
    column,
    call: lightCall(names, call),
  }));
  return { ...scan, groups, aggregates, input: names.below(scan.input) };
}

/** As `nameHeavyOfAggregate`, including the expressions in OVER. */
export function nameHeavyOfAnalytic(printer: Printer, scan: AnalyticScan): AnalyticScan {
  const names = new HeavyNames(printer);
  const functions = scan.functions.map(({ column, call }) => ({
    column,
    call: {
      ...call,
      ...lightCall(names, call),
      partitionBy: call.partitionBy.map((expression) => names.light(expression)),
      windowOrderBy: lightItems(names, call.windowOrderBy),
    },
  }));
  return { ...scan, functions, input: names.below(scan.input) };
}

function lightCall(names: HeavyNames, call: AggregateCall): AggregateCall {
  const { having } = call;
  return {
    ...call,
    arguments: call.arguments.map((argument) => names.light(argument)),
    having: having && { ...having, expression: names.light(having.expression) },
    orderBy: lightItems(names, call.orderBy),
  };
}

function lightItems(
  names: HeavyNames,
  items: readonly ResolvedOrderItem[],
): readonly ResolvedOrderItem[] {
  return items.map((item) => ({ ...item, expression: names.light(item.expression) }));
}

class HeavyNames {
  readonly #printer: Printer;
  readonly #computed: Computed[] = [];

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** The expression, or a column that replaces it. */
  light(expression: ResolvedExpression): ResolvedExpression {
    if (!isHeavy(expression)) return expression;
    const column = this.#printer.column(expression.type);
    this.#computed.push({ column, expression });
    return { kind: 'column', type: expression.type, column };
  }

  /** The input with those columns added. */
  below(input: Scan): Scan {
    if (this.#computed.length === 0) return input;
    const columns = [...input.columns, ...this.#computed.map(({ column }) => column)];
    return { kind: 'project', input, computed: this.#computed, columns };
  }
}

function isHeavy(expression: ResolvedExpression): boolean {
  for (const { kind } of everyExpression([expression], 'own')) {
    if (kind === 'subquery') return true;
  }
  return false;
}
