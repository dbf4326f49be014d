import type {
  Column,
  FunctionCall,
  ResolvedExpression,
  Scan,
  ScanOf,
  TableScan,
} from '../../analysis/resolved/resolved.ts';
import type { Sql } from '../../functions/core/sql.ts';
import type { StatementDigits, StoredDigits } from '../decimals/statement-digits.ts';
import type { StatementCost, TextBudget } from '../limits/text-budget.ts';
import type { ListRows, SqlScope, SqlSelect } from './select.ts';

/** DuckDB SQL and the names of its parameters, each of which occurs in it as `$name`. */
export interface DuckDbSql {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** A statement for DuckDB. */
export interface DuckDbStatement extends DuckDbSql, StatementCost {}

/** Settings of the printer that depend on the engine. */
export interface DuckDbPrintOptions {
  /** DuckDB FROM item for a base table scan, with the names of the parameters in it if there are any. */
  tableSource(scan: TableScan): string | DuckDbSql;
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

/** The functions and state that the printer's parts share. */
export interface Printer {
  /** The FROM item of a table. */
  tableSource(scan: TableScan): Sql;
  /** Prints an expression as an operand that is valid in any position. */
  expression(expression: ResolvedExpression, scope: SqlScope): Sql;
  /** Prints a scan with its needed columns; `outer` is set inside a subquery. */
  select(scan: Scan, needed: Needed, outer: SqlScope | undefined): SqlSelect;
  /** The rows of a subquery over arrays, as a list. */
  rows(scan: Scan, needed: Needed, outer: SqlScope): ListRows;
  /** Ids of the columns that expressions refer to, including in subqueries. */
  references(expressions: Iterable<ResolvedExpression | undefined>): Set<number>;
  /** The column for the constant place of an APPROX_QUANTILES result that the call reads, if it does. */
  quantile(call: FunctionCall): Column | undefined;
  /** The columns by place of an APPROX_QUANTILES result that is read at constant places only. */
  quantiles(column: Column): ReadonlyMap<number, Column> | undefined;
  /** Generates a name that is unique in the statement. */
  alias(prefix: string): Sql;
  /** Creates a column that is unique in the statement. */
  column(type: Column['type']): Column;
  /**
   * Whether any expression of the statement may raise an error. If so, no limit may end the reading of rows early:
   * whether an error occurs would depend on how other tenants' rows are interleaved.
   */
  readonly mayRaise: boolean;
  /** Whether values behind a tenant barrier are copied row by row, because functions of lists may read them. */
  readonly copiesGuarded: boolean;
  /** The digits of NUMERIC expressions. */
  readonly digits: StatementDigits;
  /** The remaining length of the text. */
  readonly budget: TextBudget;
  /** The CTEs and their uses. */
  readonly ctes: Map<number, CteUse>;
  /** How many times DuckDB copies the part being printed. */
  copies: number;
}

/** A CTE being printed: its name, the columns that are read, and the number of references. */
export interface CteUse {
  readonly name: string;
  readonly needed: Set<number>;
  readers: number;
  /** Whether each column is a DECIMAL of its few digits. */
  readonly decimals: readonly boolean[];
}
