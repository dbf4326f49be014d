import type { ResolvedExpression, Scan } from '../../analysis/resolved/resolved.ts';
import { quoteName } from '../../functions/core/quote.ts';
import { dotted, type Part, RANDOM, type Sql, sql } from '../../functions/core/sql.ts';
import { printShort } from '../decimals/print-decimal.ts';
import { selectAggregate } from '../expressions/aggregate.ts';
import { selectAnalytic } from '../expressions/analytic.ts';
import { rewriteConditionals } from '../subqueries/conditional-subqueries.ts';
import { selectArray } from './array-scan.ts';
import { fence, fencedText } from './fence.ts';
import { selectJoin } from './join.ts';
import { sortKeys } from './order.ts';
import { prepare } from './prepare.ts';
import type { Needed, Printer, SelectOf } from './printer.ts';
import { decimalItem, type Item, ONE_ROW, SqlScope, type SqlSelect } from './select.ts';
import { selectSetOperation } from './set-operation.ts';
import { selectWith, selectWithRef } from './with.ts';

const selectTable: SelectOf<'table'> = (printer, scan, needed) => {
  const alias = printer.alias('t');
  const columns = new Map<number, Item>();
  scan.columns.forEach((column, i) => {
    const own = dotted(alias, quoteName(scan.sources[i] ?? ''));
    if (!needed.has(column.id)) return;
    const isDecimal = printer.digits.ofColumn(column) !== undefined;
    columns.set(column.id, isDecimal ? decimalItem(own, 'name') : { sql: own, cost: 'name' });
  });
  return { ...ONE_ROW, from: sql`${printer.tableSource(scan)} AS ${alias}`, columns };
};

const selectFilter: SelectOf<'filter'> = (printer, scan, needed, outer) => {
  const below = new Set([...needed, ...printer.references([scan.condition])]);
  const input = printer.select(scan.input, below, outer);
  const prepared = prepare(printer, input, [scan.condition], outer);
  const { select, fence: mark } = fence(printer, prepared.select, scan.condition);
  const scope = new SqlScope(select.columns, outer);
  const where = [...select.where, fencedText(printer, scan.condition, scope, mark)];
  return restrict({ ...select, where }, needed);
};

const selectProject: SelectOf<'project'> = (printer, scan, needed, outer) => {
  const wanted = scan.computed.filter(({ column }) => needed.has(column.id));
  const expressions = wanted.map(({ expression }) => expression);
  const below = new Set([...needed, ...printer.references(expressions)]);
  const input = printer.select(scan.input, below, outer);
  // Above a limit, rows that it drops may be computed as well, so only cheap expressions that cannot fail are allowed.
  const { select, scope } = prepare(printer, input, expressions, outer, expressions.every(isCheap));
  const columns = new Map([...select.columns].filter(([id]) => needed.has(id)));
  for (const { column, expression } of wanted) {
    const digits = printer.digits.of(expression);
    const value = printShort(printer, expression, scope);
    const cost = costOf(expression, value, scope);
    columns.set(column.id, digits ? decimalItem(value, cost) : { sql: value, cost });
  }
  return { ...select, columns };
};

/** Longer texts are bound to a name, so that SQL does not grow faster than the tree. */
const MAX_REPEATED_SIZE = 80;

function costOf(expression: ResolvedExpression, { size }: Sql, scope: SqlScope): Item['cost'] {
  if (expression.kind === 'column') return scope.find(expression.column.id)?.cost ?? 'computed';
  return isCheap(expression) && size <= MAX_REPEATED_SIZE ? 'cheap' : 'computed';
}

function isCheap(expression: ResolvedExpression): boolean {
  let base = expression;
  while (base.kind === 'get_field') base = base.struct;
  return base.kind === 'column' || base.kind === 'literal' || base.kind === 'parameter';
}

const selectOrderBy: SelectOf<'order_by'> = (printer, scan, needed, outer) => {
  const expressions = scan.items.map(({ expression }) => expression);
  const below = new Set([...needed, ...printer.references(expressions)]);
  const input = printer.select(scan.input, below, outer);
  const { select, scope } = prepare(printer, input, expressions, outer);
  return restrict({ ...select, orderBy: sortKeys(printer, scan.items, scope) }, needed);
};

const selectLimit: SelectOf<'limit'> = (printer, scan, needed, outer) => {
  const input = printer.select(scan.input, needed, outer);
  const { select, scope } = prepare(printer, input, [], outer);
  const count = (expression: ResolvedExpression) => rowCount(printer, expression, scope);
  const offset = scan.offset ? sql` OFFSET ${count(scan.offset)}` : '';
  const isOpen = printer.mayRaise && select.orderBy.length === 0;
  // A constant sort key keeps the order and makes DuckDB read all rows.
  const orderBy = isOpen ? [{ sql: sql`(${RANDOM} < 2)`, direction: 'ASC' }] : select.orderBy;
  return { ...select, orderBy, limit: sql`LIMIT ${count(scan.limit)}${offset}` };
};

/** DuckDB treats a NULL limit as no limit; GoogleSQL refuses it. DuckDB refuses a negative one itself. */
function rowCount(printer: Printer, expression: ResolvedExpression, scope: SqlScope): Part {
  if (expression.kind === 'literal') return String(expression.value ?? -1);
  return sql`coalesce(${printer.expression(expression, scope)}, -1)`;
}

/** Drops columns that were needed only here. */
function restrict(select: SqlSelect, needed: Needed): SqlSelect {
  const columns = new Map([...select.columns].filter(([id]) => needed.has(id)));
  return columns.size === select.columns.size ? select : { ...select, columns };
}

const SELECTS: { readonly [Kind in Scan['kind']]: SelectOf<Kind> } = {
  single_row: () => ONE_ROW,
  table: selectTable,
  array: selectArray,
  join: selectJoin,
  filter: selectFilter,
  project: selectProject,
  aggregate: selectAggregate,
  analytic: selectAnalytic,
  order_by: selectOrderBy,
  limit: selectLimit,
  set_operation: selectSetOperation,
  with: selectWith,
  with_ref: selectWithRef,
};

/** Prints a scan as a SELECT with the needed columns of the scan. */
export const selectScan: SelectOf<Scan['kind']> = (printer, written, needed, outer) => {
  const scan = rewriteConditionals(printer, written);
  // The function was selected by the kind, so it accepts the scan.
  const select = SELECTS[scan.kind] as SelectOf<Scan['kind']>;
  return select(printer, scan, needed, outer);
};
