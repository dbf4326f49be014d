/**
 * The DuckDB printer: a resolved statement as DuckDB SQL with exactly GoogleSQL's results.
 *
 * The SQL relies on the macros of `functions/core/macros.ts` and on the session settings `TimeZone='UTC'` and
 * `preserve_insertion_order=true` (the default). `late_materialization_max_rows=1000` makes the newest rows of a log
 * three times as fast: nested columns are then read for those rows only; over tables without records the default does.
 * `max_expression_depth=250` bounds planning, whose time grows with the cube of an expression's depth (12 s for 800
 * levels).
 *
 * Its columns are `c0, c1, …`, in the order of `statement.output`.
 *
 * Parameters are named (`$name`, lower case) and always printed inside a cast, so they bind as follows:
 *
 * | GoogleSQL type | bind as |
 * |---|---|
 * | STRING, JSON | VARCHAR |
 * | INT64 | BIGINT |
 * | FLOAT64 | DOUBLE |
 * | BOOL | BOOLEAN |
 * | TIMESTAMP | BIGINT: microseconds since the epoch |
 * | DATE, DATETIME, TIME, NUMERIC, BIGNUMERIC, INTERVAL | VARCHAR: the text of `value.ts` |
 * | BYTES | VARCHAR: base64 |
 * | ARRAY | LIST of the element's binding |
 *
 * NULL binds as NULL of that type. Bind exactly the names in `parameters`.
 *
 * Results come in DuckDB's own types, as `functions/core/duckdb-type.ts` maps them: TIMESTAMP is TIMESTAMPTZ
 * (microseconds), DATETIME is TIMESTAMP, BYTES is BLOB, ARRAY is LIST, STRUCT is STRUCT.
 */
import type { Column, ResolvedStatement } from '../../analysis/resolved/resolved.ts';
import { duckdbType } from '../../functions/core/duckdb-type.ts';
import { type DuckDbStatement, printSql } from '../../functions/core/print-sql.ts';
import { castAs, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import { checkNestedAggregations } from '../limits/nested-aggregations.ts';
import { type DuckDbPrintOptions, Printer } from './printer.ts';
import { type Item, selectText } from './select.ts';

/** Prints a statement for DuckDB; throws a `SqlError` if it would be too long, or too deep for DuckDB to plan. */
export function printDuckDb(
  statement: ResolvedStatement,
  options: DuckDbPrintOptions,
): DuckDbStatement {
  checkNestedAggregations(statement);
  const printer = new Printer(statement, options);
  const ids = new Set(statement.output.map(({ column }) => column.id));
  const select = printer.select(statement.scan, ids, undefined);
  const list = statement.output.map(
    ({ column }, i) => sql`${typed(select.columns.get(column.id), column)} AS c${i}`,
  );
  return printSql(selectText(select, list));
}

/** DuckDB may find that a value is always NULL and change its type, so it is cast. */
function typed(item: Item | undefined, { type }: Column): Sql {
  const isNested =
    type.kind === 'STRUCT' || (type.kind === 'ARRAY' && type.element.kind === 'STRUCT');
  const value = item?.sql ?? NULL;
  return isNested ? value : castAs(value, duckdbType(type));
}
