import { evaluatesLists, mayRaise } from '../../analysis/properties/may-raise.ts';
import type {
  Column,
  FunctionCall,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
  ScanOf,
  TableScan,
} from '../../analysis/resolved/resolved.ts';
import { everyExpression, lastColumnId } from '../../analysis/resolved/traverse.ts';
import type { DuckDbStatement } from '../../functions/core/print-sql.ts';
import { aliasOf, type Sql, sourceOf } from '../../functions/core/sql.ts';
import { StatementDigits, type StoredDigits } from '../decimals/statement-digits.ts';
import { printExpression } from '../expressions/expression.ts';
import { findQuantilePlaces, placeOf, type QuantilePlaces } from '../expressions/quantiles.ts';
import { TextBudget } from '../limits/text-budget.ts';
import { listRows } from '../lists/rows.ts';
import { selectScan } from './scan.ts';
import type { ListRows, SqlScope, SqlSelect } from './select.ts';

/** Settings of the printer that depend on the engine. */
export interface DuckDbPrintOptions {
  /** DuckDB FROM item for a base table scan, with the names of the parameters in it if there are any. */
  tableSource(scan: TableScan): string | DuckDbStatement;
  /** @default no columns of few digits */
  readonly storedDigits?: StoredDigits;
}

/** Ids of the columns of a scan that are read above it. */
export type Needed = ReadonlySet<number>;

/** Prints a scan of a kind with its needed columns; `outer` is set inside a subquery. */
export type SelectOf<Kind extends Scan['kind']> = (
  printer: Printer,
  scan: ScanOf<Kind>,
  needed: Needed,
  outer: SqlScope | undefined,
) => SqlSelect;

/** Lists the rows of a scan of a kind with its needed columns. */
export type RowsOf<Kind extends Scan['kind']> = (
  printer: Printer,
  scan: ScanOf<Kind>,
  needed: Needed,
  outer: SqlScope,
) => ListRows;

/** A CTE being printed: its name, the columns that are read, and the number of references. */
export interface CteUse {
  readonly name: string;
  readonly needed: Set<number>;
  readers: number;
  /** Whether each column is a DECIMAL of its few digits. */
  readonly decimals: readonly boolean[];
}

/** Prints one statement: the functions and state that the printer's parts share. */
export class Printer {
  /** The remaining length of the text. */
  readonly budget = new TextBudget();
  /** The digits of NUMERIC expressions. */
  readonly digits: StatementDigits;
  /** The CTEs and their uses. */
  readonly ctes = new Map<number, CteUse>();
  /**
   * Whether any expression of the statement may raise an error. If so, no limit may end the reading of rows early:
   * whether an error occurs would depend on how other tenants' rows are interleaved.
   */
  readonly mayRaise: boolean;
  /** Whether values behind a tenant barrier are copied row by row, because functions of lists may read them. */
  readonly copiesGuarded: boolean;
  /** How many times DuckDB copies the part being printed. */
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

  /** The FROM item of a table. */
  tableSource(scan: TableScan): Sql {
    const source = this.#options.tableSource(scan);
    return typeof source === 'string'
      ? sourceOf(source, [])
      : sourceOf(source.sql, source.parameters);
  }

  /** An expression as an operand that is valid in any position. */
  expression(expression: ResolvedExpression, scope: SqlScope): Sql {
    return this.budget.count(() => printExpression(this, expression, scope));
  }

  /** A scan with its needed columns; `outer` is set inside a subquery. */
  select(scan: Scan, needed: Needed, outer: SqlScope | undefined): SqlSelect {
    return selectScan(this, scan, needed, outer);
  }

  /** The rows of a subquery over arrays, as a list. */
  rows(scan: Scan, needed: Needed, outer: SqlScope): ListRows {
    return listRows(this, scan, needed, outer);
  }

  /** Ids of the columns that expressions refer to, including in subqueries. */
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

  /** The column for the constant place of an APPROX_QUANTILES result that the call reads, if it does. */
  quantile(call: FunctionCall): Column | undefined {
    const place = placeOf(call);
    return place && this.#quantiles.get(place.id)?.get(place.index);
  }

  /** The columns by place of an APPROX_QUANTILES result that is read at constant places only. */
  quantiles(column: Column): ReadonlyMap<number, Column> | undefined {
    return this.#quantiles.get(column.id);
  }

  /** Generates a name that is unique in the statement. */
  alias(prefix: string): Sql {
    this.#lastAlias += 1;
    return aliasOf(`${prefix}${this.#lastAlias}`);
  }

  /** Creates a column that is unique in the statement. */
  column(type: Column['type']): Column {
    this.#lastColumn += 1;
    return { id: this.#lastColumn, name: '', type };
  }
}
