import { excerpt } from '../../excerpt.ts';
import { supportsGrouping } from '../../functions/core/signatures/coercion.ts';
import { isCoercibleLiteral, isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import { shortTypeName, structOf } from '../../types.ts';
import { placesOf } from '../aggregation/group-by.ts';
import type { QueryColumn, ResolvedQuery } from '../names/context.ts';
import { NameList } from '../names/names.ts';
import { isPath, type Replacement, replaceColumns } from '../names/replacement.ts';
import { ExpressionIndex } from '../properties/same-expression.ts';
import { columnRef, filtered, withComputed } from '../resolved/build.ts';
import { mapAnalytic } from '../resolved/map-tree.ts';
import type { Column, Computed, ResolvedExpression, Scan } from '../resolved/resolved.ts';
import type { GroupKey, ResolvedSelect } from '../resolved/resolved-select.ts';
import { everyExpression } from '../resolved/traverse.ts';
import { resolveOrderBy } from './order-by.ts';
import type { SelectColumn } from './select-list.ts';
import { refuseAggregation } from './select-without-from.ts';

/** A column of the list, above the grouping. */
interface ListedColumn {
  readonly name: string;
  readonly at: number;
  /** Its expression over the columns of FROM. */
  readonly written: ResolvedExpression;
  readonly value: ResolvedExpression;
  readonly column: Column;
}

/** Builds the scans of a SELECT: filter, group, filter, windows, filter, compute, distinct, order. */
export function planSelect(resolved: ResolvedSelect): ResolvedQuery {
  const { select, environment, list, state, isGrouped } = resolved;
  const { session } = environment;
  const grouping = groupReplacement(resolved);
  const finish = (expression: ResolvedExpression): ResolvedExpression =>
    isGrouped ? replaceColumns(expression, grouping, session) : expression;
  const values = list.columns.map(({ expression }) => finish(expression));
  if (select.pipe === 'AGGREGATE') checkAggregated(resolved, grouping);
  const having = resolved.having && finish(resolved.having);
  const qualify = resolved.qualify && finish(resolved.qualify);
  // ORDER BY may add aggregates and windows, so it is resolved before the scans are built.
  const listed = listColumns(resolved, values);
  const distinct = select.distinct ? distinctColumns(resolved, listed) : listed;
  const ofList = listReplacement(grouping, listed);
  const ofDistinct = select.distinct && distinctReplacement(resolved, listed, distinct);
  const orderBy = resolveOrderBy(
    resolved.orderNodes,
    resolved.orderContext,
    distinct.map(({ column }) => columnRef(column)),
    (expression) => {
      const above = replaceColumns(expression, ofList, session);
      return ofDistinct ? replaceColumns(above, ofDistinct, session) : above;
    },
  );
  refuseAggregation(select, state);
  let scan = withComputed(resolved.input, list.before);
  if (isGrouped) scan = aggregate(scan, resolved);
  if (having) scan = filtered(scan, having);
  scan = analytic(scan, resolved, finish);
  if (qualify) scan = filtered(scan, qualify);
  scan = withComputed(scan, computedColumns(listed));
  if (select.distinct) scan = deduplicate(scan, listed, distinct);
  if (orderBy.length > 0) {
    scan = { kind: 'order_by', input: scan, items: orderBy, columns: scan.columns };
  }
  const names = passedNames(resolved, listed, distinct);
  return { ...output(scan, distinct, resolved, names), names };
}

/** What can be named after a pipe operator that passes its rows on; undefined after any other. */
function passedNames(
  { list, names, select: { distinct: isDistinct, items } }: ResolvedSelect,
  listed: readonly ListedColumn[],
  distinct: readonly ListedColumn[],
): NameList | undefined {
  const [star] = items;
  if (star?.kind !== 'select_star' || !star.rows) return undefined;
  const changes = [...star.except, ...star.replace.map(({ alias }) => alias)];
  const renamed = (star.rename ?? []).map(({ from }) => from);
  const changed = new Set([...changes, ...renamed].map(({ name }) => name.toLowerCase()));
  const passed = new NameList();
  for (const [i, { name, column }] of listed.entries()) {
    const row = list.columns[i]?.row;
    if (row) passed.addRow(name, column, row.excluded.union(changed));
    else passed.addColumn(name, column);
  }
  passed.addRanges(names, changed);
  if (!isDistinct) return passed;
  return passed.moved(
    new Map(listed.map(({ column }, i) => [column, distinct[i]?.column ?? column])),
  );
}

/** Of the columns of pipe AGGREGATE that are no keys, each has an aggregate, and only subqueries read keys. */
function checkAggregated(
  { select, environment, list, keys, sets }: ResolvedSelect,
  grouping: Replacement,
): void {
  const items = new Map(keys.map(({ item, column }) => [item, column]));
  if (sets && new Set(items.values()).size < items.size) {
    throw new SqlError('Grouping sets that spell one key in two ways are not supported', select.at);
  }
  const ungrouped = { ...grouping, exact: new Map(), paths: [], problem: 'not aggregated' };
  for (const column of list.columns) {
    if (items.has(column)) continue;
    if (!column.seen.aggregate) {
      throw new SqlError('Pipe AGGREGATE cannot include non-aggregate expressions', column.at);
    }
    for (const part of everyExpression([column.expression], 'own')) {
      if (part.kind === 'column') replaceColumns(part, ungrouped, environment.session);
    }
  }
}

/** The columns computed by the list; an item that only passes a column on adds none. */
function listColumns(
  resolved: ResolvedSelect,
  values: readonly ResolvedExpression[],
): readonly ListedColumn[] {
  const own = ownColumns(resolved);
  return resolved.list.columns.map(({ name, at, expression }, i) => {
    const value = values[i] ?? expression;
    // An outer column is not a column of these scans.
    const passes = value.kind === 'column' && own.has(value.column);
    const column = passes ? value.column : resolved.environment.session.newColumn(name, value.type);
    return { name, at, written: expression, value, column };
  });
}

/** The columns of the scan below the list. */
function ownColumns({ names, list, keys, isGrouped, state }: ResolvedSelect): ReadonlySet<Column> {
  const below = isGrouped ? [...keys, ...state.aggregates] : [...names.named, ...list.before];
  return new Set([...below, ...state.windowFunctions].map(({ column }) => column));
}

function computedColumns(listed: readonly ListedColumn[]): readonly Computed[] {
  return listed.flatMap(({ column, value }) =>
    value.kind === 'column' && value.column === column ? [] : [{ column, expression: value }],
  );
}

/** In ORDER BY an alias refers to the column of the list. */
function listReplacement(grouping: Replacement, listed: readonly ListedColumn[]): Replacement {
  const exact = new Map(grouping.exact);
  for (const { written, column } of listed) exact.set(written, columnRef(column));
  return { ...grouping, exact };
}

function distinctColumns(
  { environment }: ResolvedSelect,
  listed: readonly ListedColumn[],
): readonly ListedColumn[] {
  return listed.map((item) => {
    const { name, column } = item;
    if (!supportsGrouping(column.type)) {
      throw new SqlError(
        `Column ${excerpt(name)} of type ${shortTypeName(column.type)} cannot be used in SELECT DISTINCT`,
        item.at,
      );
    }
    return { ...item, column: environment.session.newColumn(name, column.type) };
  });
}

/** After DISTINCT only the list's columns are available. */
function distinctReplacement(
  resolved: ResolvedSelect,
  listed: readonly ListedColumn[],
  distinct: readonly ListedColumn[],
): Replacement {
  const paths = listed.flatMap(({ value, column }, i) => {
    const target = distinct[i]?.column ?? column;
    const itself = { path: columnRef(column), column: target };
    return isPath(value) ? [itself, { path: value, column: target }] : [itself];
  });
  const gone = new Set([...ownColumns(resolved), ...resolved.names.named.map((c) => c.column)]);
  return { exact: new Map(), paths, gone, problem: 'not visible after SELECT DISTINCT' };
}

function aggregate(input: Scan, { keys, sets, state }: ResolvedSelect): Scan {
  const unique = new Map(keys.map(({ column, expression }) => [column, expression]));
  const groups = [...unique].map(([column, expression]) => ({ column, expression }));
  return {
    kind: 'aggregate',
    input,
    groups,
    sets: sets && placesOf(sets, [...unique.keys()]),
    aggregates: state.aggregates,
    columns: [...groups, ...state.aggregates].map(({ column }) => column),
  };
}

function analytic(
  input: Scan,
  { state, isGrouped }: ResolvedSelect,
  finish: (expression: ResolvedExpression) => ResolvedExpression,
): Scan {
  if (state.windowFunctions.length === 0) return input;
  const functions = isGrouped
    ? state.windowFunctions.map(({ column, call }) => ({ column, call: mapAnalytic(call, finish) }))
    : state.windowFunctions;
  const columns = [...input.columns, ...functions.map(({ column }) => column)];
  return { kind: 'analytic', input, functions, columns };
}

function deduplicate(
  input: Scan,
  listed: readonly ListedColumn[],
  distinct: readonly ListedColumn[],
): Scan {
  const groups = distinct.map(({ column }, i) => ({
    column,
    expression: columnRef(listed[i]?.column ?? column),
  }));
  const columns = groups.map(({ column }) => column);
  return { kind: 'aggregate', input, groups, sets: undefined, aggregates: [], columns };
}

function output(
  scan: Scan,
  columns: readonly ListedColumn[],
  { select, environment }: ResolvedSelect,
  names: NameList | undefined,
): ResolvedQuery {
  const listed = columns.map(({ name, column, value, at }): QueryColumn => {
    const literal = isCoercibleLiteral(value) || isUndeclared(value) ? value : undefined;
    return { name, column, literal, at };
  });
  if (select.as === undefined) {
    // The row of a value table has no name outside of it.
    const isValueTable = names?.row !== undefined;
    const columns = isValueTable ? listed.map((column) => ({ ...column, name: '' })) : listed;
    return { scan, output: columns, isValueTable };
  }
  if (select.as === 'VALUE') {
    const [only, ...more] = listed;
    if (!only || more.length > 0) {
      throw new SqlError('SELECT AS VALUE query must have exactly one column', select.at);
    }
    return { scan, output: [{ ...only, name: '' }], isValueTable: true };
  }
  const type = structOf(listed.map(({ name, column }) => ({ name, type: column.type })));
  const fields = listed.map(({ column }) => columnRef(column));
  const column = environment.session.newColumn('struct', type);
  const struct: Computed = { column, expression: { kind: 'struct', type, fields } };
  return {
    scan: withComputed(scan, [struct]),
    output: [{ name: '', column, literal: undefined }],
    isValueTable: true,
  };
}

/** How expressions over the columns of FROM are rewritten above the GROUP BY. */
function groupReplacement(resolved: ResolvedSelect): Replacement {
  const { keys, list, names, isGrouped } = resolved;
  const exact = new Map<ResolvedExpression, ResolvedExpression>();
  for (const { item, column } of keys) {
    if (item) exact.set(item.expression, columnRef(column));
  }
  const whole = wholeKeys(resolved);
  for (const item of list.columns) {
    const isKnown = exact.has(item.expression) || isPath(item.expression);
    const key =
      isKnown || isComputedFirst(item, resolved) ? undefined : whole.find(item.expression);
    if (key) exact.set(item.expression, columnRef(key.column));
  }
  const paths = keys
    .filter(({ expression }) => isPath(expression))
    .map(({ expression, column }) => ({ path: expression, column }));
  const gone = new Set<Column>(isGrouped ? goneColumns(resolved) : []);
  return { exact, paths, gone, problem: 'neither grouped nor aggregated' };

  function goneColumns({ list: { before } }: ResolvedSelect): readonly Column[] {
    return [...names.named, ...before].map(({ column }) => column);
  }
}

/** The keys that match a whole column of the list. */
function wholeKeys(resolved: ResolvedSelect): ExpressionIndex<GroupKey> {
  const index = new ExpressionIndex<GroupKey>();
  for (const key of resolved.keys) {
    if (!(key.item && isComputedFirst(key.item, resolved))) index.add(key.expression, key);
  }
  return index;
}

/**
 * An aliased column that later clauses can reference is computed before grouping, so it is a key only by its alias or
 * number, as in the reference.
 */
function isComputedFirst(item: SelectColumn, { select, orderNodes }: ResolvedSelect): boolean {
  const isNamedLater =
    select.having !== undefined || select.qualify !== undefined || orderNodes.length > 0;
  return item.hasAlias && isNamedLater && !item.seen.aggregate && !isPath(item.expression);
}
