import type {
  Column,
  FunctionCall,
  ResolvedExpression,
  Scan,
  TableScan,
} from '../../analysis/resolved/resolved.ts';
import type { TextBudget } from '../limits/text-budget.ts';
import type { ListRows, Scope } from './scope.ts';
import type { Select } from './select.ts';

/** What the printer cannot know by itself. */
export interface DuckDbOptions {
  /** DuckDB FROM item for a base table scan, given the parameters that bound its timestamp from below and above. */
  tableSource(scan: TableScan): string;
}

/** What the parts of the printer ask of each other. */
export interface Printer extends DuckDbOptions {
  /** The expression as an operand that may stand anywhere. */
  expression(expression: ResolvedExpression, scope: Scope): string;
  /** The scan with those of its columns that are needed; `outer` is set inside a subquery. */
  select(scan: Scan, needed: ReadonlySet<number>, outer: Scope | undefined): Select;
  /** The rows of a subquery over arrays, as a list. */
  rows(scan: Scan, needed: ReadonlySet<number>, outer: Scope): ListRows;
  /** Ids of the columns that expressions refer to, subqueries included. */
  references(expressions: Iterable<ResolvedExpression | undefined>): Set<number>;
  /** The column that stands for one constant place of an APPROX_QUANTILES result, when the call reads that. */
  quantile(call: FunctionCall): Column | undefined;
  /** Where an APPROX_QUANTILES result is only read at constant places: the column of each place. */
  quantiles(column: Column): ReadonlyMap<number, Column> | undefined;
  /** A name that the statement does not hold yet. */
  alias(prefix: string): string;
  /** A column that the statement does not hold yet. */
  column(type: Column['type']): Column;
  /**
   * Whether an expression of the statement may raise an error. Then no limit may stop the reading of rows early: how
   * many are read before it does depends on the rows of others that lie between them.
   */
  readonly mayRaise: boolean;
  /** How long the text may still get. */
  readonly budget: TextBudget;
  /** How CTEs are read. */
  readonly ctes: Map<number, CteUse>;
  /** How often DuckDB copies what is being printed. */
  copies: number;
}

/** A CTE in the making: its name, which of its columns somebody reads, and how many readers there are. */
export interface CteUse {
  readonly name: string;
  readonly needed: Set<number>;
  readers: number;
}
