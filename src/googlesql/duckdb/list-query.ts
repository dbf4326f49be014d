import type {
  ArrayScan,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
} from '../analysis/resolved.ts';
import { lowerEqual } from '../functions/comparison.ts';
import { duckdbType } from '../functions/duckdb-type.ts';
import { lambdaOver, mapRows } from './list-item.ts';
import { type Printer, Scope } from './printer.ts';
import type { Item } from './select.ts';

/** A listable subquery as a list function: computed row by row, without a join. */
export function printListQuery(printer: Printer, subquery: ResolvedSubquery, scope: Scope): string {
  switch (subquery.modifier) {
    case 'EXISTS':
      return `coalesce(${some(printer, subquery.scan, [], scope)}, false)`;
    case 'ARRAY':
      return `coalesce(${values(printer, subquery, scope)}, CAST([] AS ${duckdbType(subquery.type)}))`;
    case 'SCALAR':
      return scalar(printer, subquery, scope);
    case 'IN':
      return contains(printer, subquery, scope);
  }
}

/** The list of the subquery's one column. */
function values(printer: Printer, { scan, column }: ResolvedSubquery, scope: Scope): string {
  const rows = printer.rows(scan, new Set([column.id]), scope);
  const own: ResolvedExpression = { kind: 'column', type: column.type, column };
  return mapRows(printer, rows, scope, new Set(), [[column.id, own]]).list;
}

function scalar(printer: Printer, subquery: ResolvedSubquery, scope: Scope): string {
  const { scan, column } = subquery;
  if (hasOneRow(scan)) {
    const rows = printer.rows(scan, new Set([column.id]), scope);
    const first = rows.only ?? `list_extract(${rows.list}, 1)`;
    return (rows.columns(first).get(column.id) ?? scope.find(column.id))?.sql ?? first;
  }
  const item = printer.alias('x');
  const body =
    `CASE WHEN len(${item}) > 1 THEN gsql_error('Scalar subquery produced more than one element') ` +
    `ELSE list_extract(${item}, 1) END`;
  return `list_extract(list_transform([${values(printer, subquery, scope)}], lambda ${item}: ${body}), 1)`;
}

function hasOneRow(scan: Scan): boolean {
  if (scan.kind === 'project') return hasOneRow(scan.input);
  if (scan.kind === 'limit') return scan.limit.kind === 'literal' && scan.limit.value === 1n;
  return scan.kind === 'single_row' || (scan.kind === 'aggregate' && scan.groups.length === 0);
}

/** IN with GoogleSQL's three values: NULL when nothing equals but something might. */
function contains(printer: Printer, subquery: ResolvedSubquery, scope: Scope): string {
  const needle = subquery.needle ? printer.expression(subquery.needle, scope) : 'NULL';
  const item = printer.alias('x');
  const sought = printer.alias('x');
  const equal = lowerEqual(subquery.column.type, { sql: item }, { sql: sought });
  const hits = `list_transform(${values(printer, subquery, scope)}, lambda ${item}: ${equal})`;
  const list = printer.alias('x');
  const body =
    `CASE WHEN list_contains(${list}, true) THEN true ` +
    `WHEN list_count(${list}) < len(${list}) THEN NULL ELSE false END`;
  const found = `list_extract(list_transform([${hits}], lambda ${list}: ${body}), 1)`;
  return `list_extract(list_transform([${needle}], lambda ${sought}: ${found}), 1)`;
}

/**
 * Whether some row of a scan passes the conditions, as true, false or NULL. Filters and nested arrays become nested
 * tests, so that no element is copied into a list.
 */
function some(
  printer: Printer,
  scan: Scan,
  conditions: readonly ResolvedExpression[],
  scope: Scope,
): string {
  return test(printer, scan, printer.references(conditions), scope, (inner) =>
    conditions.map((condition) => printer.expression(condition, inner)),
  );
}

/** What must hold of a row, printed where its columns are in sight. */
type RowTest = (scope: Scope) => readonly string[];

function test(
  printer: Printer,
  scan: Scan,
  needed: ReadonlySet<number>,
  scope: Scope,
  holds: RowTest,
): string {
  if (scan.kind === 'filter') {
    const below = new Set([...needed, ...printer.references([scan.condition])]);
    return test(printer, scan.input, below, scope, (inner) => [
      printer.expression(scan.condition, inner),
      ...holds(inner),
    ]);
  }
  if (scan.kind === 'project' && !scan.computed.some(({ column }) => needed.has(column.id))) {
    return test(printer, scan.input, needed, scope, holds);
  }
  if (scan.kind === 'array' && !scan.outer)
    return testElements(printer, scan, needed, scope, holds);
  const rows = printer.rows(scan, needed, scope);
  const { item, scope: inner } = lambdaOver(printer, rows, scope);
  return anyOf(rows.list, item, holds(inner));
}

function testElements(
  printer: Printer,
  scan: ArrayScan,
  needed: ReadonlySet<number>,
  scope: Scope,
  holds: RowTest,
): string {
  const own = scan.condition ? [scan.condition] : [];
  const below = new Set([...needed, ...printer.references([...own, scan.array])]);
  const element = printer.alias('x');
  const place = printer.alias('n');
  const columns = new Map<number, Item>([[scan.element.id, { sql: element, cost: 'cheap' }]]);
  const hasOffset = scan.offset !== undefined && below.has(scan.offset.id);
  if (scan.offset) columns.set(scan.offset.id, { sql: `(${place} - 1)`, cost: 'cheap' });
  const innermost = (around: Scope) => {
    const inner = new Scope(columns, around);
    const conditions = own.map((condition) => printer.expression(condition, inner));
    const array = printer.expression(scan.array, around);
    const variables = hasOffset ? `${element}, ${place}` : element;
    return anyOf(array, variables, [...conditions, ...holds(inner)]);
  };
  if (!scan.input) return innermost(scope);
  return test(printer, scan.input, below, scope, (around) => [innermost(around)]);
}

function anyOf(list: string, variables: string, conditions: readonly string[]): string {
  if (conditions.length === 0) return `(len(${list}) > 0)`;
  const condition = conditions.length === 1 ? conditions[0] : `(${conditions.join(' AND ')})`;
  return `list_bool_or(list_transform(${list}, lambda ${variables}: ${condition}))`;
}
