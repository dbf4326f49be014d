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
export function extractAggregateSubqueries(printer: Printer, scan: AggregateScan): AggregateScan {
  const extractor = new SubqueryExtractor(printer);
  const groups = scan.groups.map((group) => ({
    ...group,
    expression: extractor.extract(group.expression),
  }));
  const aggregates = scan.aggregates.map(({ column, call }) => ({
    column,
    call: extractFromCall(extractor, call),
  }));
  return { ...scan, groups, aggregates, input: extractor.project(scan.input) };
}

/** As `extractAggregateSubqueries`, including the expressions in OVER. */
export function extractWindowSubqueries(printer: Printer, scan: AnalyticScan): AnalyticScan {
  const extractor = new SubqueryExtractor(printer);
  const functions = scan.functions.map(({ column, call }) => ({
    column,
    call: {
      ...call,
      ...extractFromCall(extractor, call),
      partitionBy: call.partitionBy.map((expression) => extractor.extract(expression)),
      windowOrderBy: extractFromItems(extractor, call.windowOrderBy),
    },
  }));
  return { ...scan, functions, input: extractor.project(scan.input) };
}

function extractFromCall(extractor: SubqueryExtractor, call: AggregateCall): AggregateCall {
  const { having } = call;
  return {
    ...call,
    arguments: call.arguments.map((argument) => extractor.extract(argument)),
    having: having && { ...having, expression: extractor.extract(having.expression) },
    orderBy: extractFromItems(extractor, call.orderBy),
  };
}

function extractFromItems(
  extractor: SubqueryExtractor,
  items: readonly ResolvedOrderItem[],
): readonly ResolvedOrderItem[] {
  return items.map((item) => ({ ...item, expression: extractor.extract(item.expression) }));
}

class SubqueryExtractor {
  readonly #printer: Printer;
  readonly #computed: Computed[] = [];

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** The expression, or a column that replaces it. */
  extract(expression: ResolvedExpression): ResolvedExpression {
    if (!hasSubquery(expression)) return expression;
    const column = this.#printer.column(expression.type);
    this.#computed.push({ column, expression });
    return { kind: 'column', type: expression.type, column };
  }

  /** The input with those columns added. */
  project(input: Scan): Scan {
    if (this.#computed.length === 0) return input;
    const columns = [...input.columns, ...this.#computed.map(({ column }) => column)];
    return { kind: 'project', input, computed: this.#computed, columns };
  }
}

function hasSubquery(expression: ResolvedExpression): boolean {
  for (const { kind } of everyExpression([expression], 'own')) {
    if (kind === 'subquery') return true;
  }
  return false;
}
