import { hasOneRow } from '../../analysis/properties/may-raise.ts';
import type {
  ArrayScan,
  Column,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { conjunctsOf } from '../../analysis/resolved/traverse.ts';
import { lowerEqual } from '../../functions/conversion/comparison.ts';
import { duckdbType } from '../../functions/core/duckdb-type.ts';
import { arithmetic, join, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer } from '../queries/printer.ts';
import type { Item } from '../queries/select.ts';
import { SqlScope } from '../queries/select.ts';
import { lambdaOver, mapRows } from './item.ts';

/** Prints a listable subquery as a list function, evaluated per row and without a join. */
export function printListQuery(printer: Printer, subquery: ResolvedSubquery, scope: SqlScope): Sql {
  switch (subquery.modifier) {
    case 'EXISTS':
      return sql`coalesce(${some(printer, subquery.scan, [], scope)}, false)`;
    case 'ARRAY':
      return sql`coalesce(${values(printer, subquery, scope)}, CAST([] AS ${duckdbType(subquery.type)}))`;
    case 'SCALAR':
      return scalar(printer, subquery, scope);
    case 'IN':
      return contains(printer, subquery, scope);
  }
}

/** The list of the values of the subquery's column. */
function values(printer: Printer, { scan, column }: ResolvedSubquery, scope: SqlScope): Sql {
  const rows = printer.rows(scan, new Set([column.id]), scope);
  const own: ResolvedExpression = { kind: 'column', type: column.type, column };
  return mapRows(printer, rows, scope, new Set(), [[column.id, own]]).list;
}

function scalar(printer: Printer, subquery: ResolvedSubquery, scope: SqlScope): Sql {
  const { scan, column } = subquery;
  if (hasOneRow(scan)) {
    const rows = printer.rows(scan, new Set([column.id]), scope);
    const first = rows.only ?? sql`list_extract(${rows.list}, 1)`;
    return (rows.columns(first).get(column.id) ?? scope.find(column.id))?.sql ?? first;
  }
  const item = printer.alias('x');
  const body = sql`CASE WHEN len(${item}) > 1 THEN gsql_error('Scalar subquery produced more than one element') ELSE list_extract(${item}, 1) END`;
  return sql`list_extract(list_transform([${values(printer, subquery, scope)}], lambda ${item}: ${body}), 1)`;
}

/** Three-valued IN: NULL if nothing is equal but a comparison is unknown. */
function contains(printer: Printer, subquery: ResolvedSubquery, scope: SqlScope): Sql {
  const needle = subquery.needle ? printer.expression(subquery.needle, scope) : NULL;
  const item = printer.alias('x');
  const sought = printer.alias('x');
  const equal = lowerEqual(subquery.column.type, { sql: item }, { sql: sought });
  const hits = sql`list_transform(${values(printer, subquery, scope)}, lambda ${item}: ${equal})`;
  const list = printer.alias('x');
  const body = sql`CASE WHEN list_contains(${list}, true) THEN true WHEN list_count(${list}) < len(${list}) THEN NULL ELSE false END`;
  const isContained = sql`list_extract(list_transform([${hits}], lambda ${list}: ${body}), 1)`;
  return sql`list_extract(list_transform([${needle}], lambda ${sought}: ${isContained}), 1)`;
}

/** A condition on a row: the columns it reads, and its text if they are in scope. */
interface RowTest {
  readonly references: ReadonlySet<number>;
  readonly print: (scope: SqlScope) => Sql;
}

/**
 * Whether any row of a scan passes the tests, as true, false or NULL. Filters and nested arrays become nested tests, so
 * that no element is copied into a list; each test is placed as far outside as the columns it reads allow.
 */
function some(printer: Printer, scan: Scan, tests: readonly RowTest[], scope: SqlScope): Sql {
  if (scan.kind === 'filter') {
    return some(printer, scan.input, [...testsOf(printer, scan.condition), ...tests], scope);
  }
  const isRead = ({ id }: Column) => tests.some(({ references }) => references.has(id));
  if (scan.kind === 'project' && !scan.computed.some(({ column }) => isRead(column))) {
    return some(printer, scan.input, tests, scope);
  }
  if (scan.kind === 'array' && !scan.outer) return someElement(printer, scan, tests, scope);
  const needed = new Set(tests.flatMap(({ references }) => [...references]));
  const rows = printer.rows(scan, needed, scope);
  const { item, scope: inner } = lambdaOver(printer, rows, scope);
  return anyOf(rows.list, item, tests, inner);
}

function testsOf(printer: Printer, condition: ResolvedExpression): RowTest[] {
  return conjunctsOf(condition).map((term) => ({
    references: printer.references([term]),
    print: (scope) => printer.expression(term, scope),
  }));
}

function someElement(
  printer: Printer,
  scan: ArrayScan,
  outerTests: readonly RowTest[],
  scope: SqlScope,
): Sql {
  const tests = [...(scan.condition ? testsOf(printer, scan.condition) : []), ...outerTests];
  const element = printer.alias('x');
  const place = printer.alias('n');
  const columns = new Map<number, Item>([[scan.element.id, { sql: element, cost: 'cheap' }]]);
  if (scan.offset) columns.set(scan.offset.id, { sql: arithmetic`(${place} - 1)`, cost: 'cheap' });
  const offset = scan.offset?.id;
  const hasOffset = offset !== undefined && tests.some(({ references }) => references.has(offset));
  const variables = hasOffset ? sql`${element}, ${place}` : element;
  const own = scan.input
    ? tests.filter(({ references }) => [...columns.keys()].some((id) => references.has(id)))
    : tests;
  const any: RowTest = {
    references: new Set([
      ...printer.references([scan.array]),
      ...own.flatMap(({ references }) => [...references]),
    ]),
    print: (around) =>
      anyOf(printer.expression(scan.array, around), variables, own, new SqlScope(columns, around)),
  };
  if (!scan.input) return any.print(scope);
  const others = tests.filter((one) => !own.includes(one));
  return some(printer, scan.input, [...others, any], scope);
}

function anyOf(list: Sql, variables: Sql, tests: readonly RowTest[], scope: SqlScope): Sql {
  if (tests.length === 0) return sql`(len(${list}) > 0)`;
  const texts = tests.map(({ print }) => print(scope));
  const condition = texts.length === 1 ? texts[0] : sql`(${join(' AND ', texts)})`;
  return sql`list_bool_or(list_transform(${list}, lambda ${variables}: ${condition}))`;
}
