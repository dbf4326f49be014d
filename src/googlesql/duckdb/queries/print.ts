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
import { evaluatesLists, mayRaise } from '../../analysis/properties/may-raise.ts';
import type {
  Column,
  FunctionCall,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
  TableScan,
} from '../../analysis/resolved/resolved.ts';
import { everyExpression, lastColumnId } from '../../analysis/resolved/traverse.ts';
import { duckdbType } from '../../functions/core/duckdb-type.ts';
import { planningTime } from '../../functions/core/planning-work.ts';
import { printSql } from '../../functions/core/print-sql.ts';
import { aliasOf, castAs, NULL, type Sql, sourceOf, sql } from '../../functions/core/sql.ts';
import { StatementDigits } from '../decimals/statement-digits.ts';
import { printExpression } from '../expressions/expression.ts';
import { findQuantilePlaces, placeOf, type QuantilePlaces } from '../expressions/quantiles.ts';
import { checkNesting } from '../limits/nesting.ts';
import { TextBudget } from '../limits/text-budget.ts';
import { listRows } from '../lists/rows.ts';
import type { CteUse, DuckDbPrintOptions, DuckDbStatement, Needed, Printer } from './printer.ts';
import { selectScan } from './scan.ts';
import type { ListRows, SqlScope } from './select.ts';
import { type Item, type SqlSelect, selectText } from './select.ts';

/** Prints a statement for DuckDB; throws a `SqlError` if it would be too long, or too deep for DuckDB to plan. */
export function printDuckDb(
  statement: ResolvedStatement,
  options: DuckDbPrintOptions,
): DuckDbStatement {
  checkNesting(statement);
  const printer = new DuckDbPrinter(statement, options);
  const ids = new Set(statement.output.map(({ column }) => column.id));
  const select = printer.select(statement.scan, ids, undefined);
  const list = statement.output.map(
    ({ column }, i) => sql`${typed(select.columns.get(column.id), column)} AS c${i}`,
  );
  const root = selectText(select, list);
  return { ...printSql(root), size: root.size, planningTime: () => planningTime(root) };
}

/** DuckDB may find that a value is always NULL and change its type, so it is cast. */
function typed(item: Item | undefined, { type }: Column): Sql {
  const isNested =
    type.kind === 'STRUCT' || (type.kind === 'ARRAY' && type.element.kind === 'STRUCT');
  const value = item?.sql ?? NULL;
  return isNested ? value : castAs(value, duckdbType(type));
}

class DuckDbPrinter implements Printer {
  readonly budget = new TextBudget();
  readonly digits: StatementDigits;
  readonly ctes = new Map<number, CteUse>();
  readonly mayRaise: boolean;
  readonly copiesGuarded: boolean;
  copies = 1;
  readonly #options: DuckDbPrintOptions;
  readonly #quantiles: QuantilePlaces;
  #lastColumn: number;
  #lastAlias = 0;

  constructor(statement: ResolvedStatement, options: DuckDbPrintOptions) {
    this.mayRaise = mayRaise(statement);
    this.copiesGuarded = this.mayRaise || evaluatesLists(statement);
    this.#options = options;
    this.digits = new StatementDigits(statement.scan, options.storedDigits);
    this.#lastColumn = lastColumnId(statement.scan);
    this.#quantiles = findQuantilePlaces(statement, (type) => this.column(type));
  }

  tableSource(scan: TableScan): Sql {
    const source = this.#options.tableSource(scan);
    return typeof source === 'string'
      ? sourceOf(source, [])
      : sourceOf(source.sql, source.parameters);
  }

  expression(expression: ResolvedExpression, scope: SqlScope): Sql {
    return this.budget.count(() => printExpression(this, expression, scope));
  }

  select(scan: Scan, needed: Needed, outer: SqlScope | undefined): SqlSelect {
    return selectScan(this, scan, needed, outer);
  }

  rows(scan: Scan, needed: Needed, outer: SqlScope): ListRows {
    return listRows(this, scan, needed, outer);
  }

  references(expressions: Iterable<ResolvedExpression | undefined>): Set<number> {
    const ids = new Set<number>();
    const roots = [...expressions].filter((expression) => expression !== undefined);
    for (const expression of everyExpression(roots, 'all')) {
      if (expression.kind === 'column' || expression.kind === 'subquery') {
        ids.add(expression.column.id);
      }
      const place = expression.kind === 'call' && this.quantile(expression);
      if (place) ids.add(place.id);
    }
    return ids;
  }

  quantile(call: FunctionCall): Column | undefined {
    const place = placeOf(call);
    return place && this.#quantiles.get(place.id)?.get(place.index);
  }

  quantiles(column: Column): ReadonlyMap<number, Column> | undefined {
    return this.#quantiles.get(column.id);
  }

  alias(prefix: string): Sql {
    this.#lastAlias += 1;
    return aliasOf(`${prefix}${this.#lastAlias}`);
  }

  column(type: Column['type']): Column {
    this.#lastColumn += 1;
    return { id: this.#lastColumn, name: '', type };
  }
}
