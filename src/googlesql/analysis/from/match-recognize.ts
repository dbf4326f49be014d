import { supportsGrouping, supportsOrdering } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression, MatchRecognize, OrderItem, Select } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import { implicitName } from '../expressions/constructors.ts';
import {
  type ClauseContext,
  type Environment,
  resolveApart,
  rowContext,
  type SelectState,
} from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { namesUnder, type ResolvedFrom, Scope, type Target } from '../names/names.ts';
import { requireBool } from '../queries/conditions.ts';
import { withComputed } from '../resolved/build.ts';
import type { Computed, Scan } from '../resolved/resolved.ts';
import { defineCondition, hidden, WINDOW, windowCall } from './match-functions.ts';
import { resolveMeasures } from './match-measures.ts';
import { matchRows } from './match-rows.ts';
import {
  hiddenTarget,
  type Matching,
  type NumberedRows,
  type Partition,
  subqueryScope,
  withKeys,
} from './matching.ts';
import type { PivotInput } from './pivot.ts';
import { patternTexts, symbolsOf } from './row-pattern.ts';

/**
 * Resolves MATCH_RECOGNIZE: the rows of each partition are numbered and collected, a function matches the text of their
 * symbols, and the rows of each match are aggregated.
 */
export function resolveMatchRecognize(
  node: MatchRecognize,
  input: PivotInput,
  select: Select,
  environment: Environment,
): ResolvedFrom {
  const { session } = environment;
  const scope = new Scope(input.names, environment.outer);
  const context = rowContext(environment, scope, 'MATCH_RECOGNIZE');
  const partitions = node.partitionBy.map((written) => partitionOf(written, context));
  const orders = node.orderBy.map((item) => orderOf(item, context));
  const symbols = symbolsOf(node);
  const matching = { node, select, input, symbols, partitions, context };
  const texts = patternTexts(node, symbols, context);
  const rows = numberRows(matching, orders);
  const measured = resolveMeasures(matching, (columns, used) =>
    matchRows(matching, rows, texts, columns, used),
  );
  session.budget.spend(input.listed.length + measured.output.length, node.at);
  const { alias, at } = node;
  return {
    scan: measured.scan,
    names: namesUnder(measured.output, false, alias?.name ?? '', alias?.at ?? at),
  };
}

function partitionOf(written: Expression, context: ClauseContext): Partition {
  const { expression } = resolveApart(written, context);
  const { type } = expression;
  if (!supportsGrouping(type) || type.kind === 'FLOAT64') {
    const problem = `Partitioning by expressions of type ${shortTypeName(type)} is not allowed`;
    throw new SqlError(problem, written.at);
  }
  const name = implicitName(written);
  return { name, expression, column: context.session.newColumn(name, type) };
}

function orderOf(item: OrderItem, context: ClauseContext): Computed & { readonly item: OrderItem } {
  const { expression } = resolveApart(item.expression, context);
  const { type } = expression;
  if (supportsOrdering(type))
    return { column: context.session.newColumn('', type), expression, item };
  const problem = `Ordering by expressions of type ${shortTypeName(type)} is not allowed`;
  throw new SqlError(problem, item.expression.at);
}

function numberRows(
  matching: Matching,
  orders: readonly ReturnType<typeof orderOf>[],
): NumberedRows {
  const { node, select, input, symbols, partitions, context } = matching;
  const { session } = context;
  const { at } = node;
  const clause = 'MATCH_RECOGNIZE DEFINE predicate';
  const keys = partitions.map(({ column }) => column);
  const partitionBy = keys.map((_, i) => hidden(`partition${i}`, at));
  const orderBy = orders.map(({ item }, i) => ({ ...item, expression: hidden(`order${i}`, at) }));
  const window = { kind: 'window', at, base: undefined, frame: undefined } as const;
  const state: SelectState = {
    ...{ select, aggregates: [], windowFunctions: [] },
    windows: new Map([[WINDOW, { ...window, partitionBy, orderBy }]]),
  };
  const why = 'Cannot access columns through pattern variables.';
  const aliases = new Map<string, Target>([
    ...keys.map((column, i) => hiddenTarget(`partition${i}`, column)),
    ...orders.map(({ column }, i) => hiddenTarget(`order${i}`, column)),
    ...[...symbols.keys()].map((name) => [name, { kind: 'refused', why }] as const),
  ]);
  const define: ClauseContext = {
    ...{ ...context, clause },
    scope: new Scope(withKeys(input.names, keys), context.environment.outer, aliases),
    ...{ select: state, windows: 'allowed', subqueryScope: subqueryScope(matching, 'DEFINE') },
  };
  const number = resolveApart(windowCall('ROW_NUMBER', at), define).expression;
  const conditions = node.definitions.map(({ expression: written }) => {
    const { expression } = resolveApart(defineCondition(written, define), define);
    return requireBool(expression, clause, written.at);
  });
  const expression = callExpression('$match_symbols', conditions, at);
  const text: Computed = { column: session.newColumn('symbols', expression.type), expression };
  const keyed = withComputed(input.scan, [...partitions, ...orders]);
  const { windowFunctions: functions } = state;
  const columns = [...keyed.columns, ...functions.map(({ column }) => column)];
  const scan: Scan = { kind: 'analytic', input: keyed, functions, columns };
  return { scan: withComputed(scan, [text]), number, text: text.column };
}
