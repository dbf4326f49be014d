import {
  analyze,
  CLOCK_PARAMETER,
  duckdbType,
  parseQuery,
  pinClock,
  printDuckDb,
  quoteName,
  type ResolvedStatement,
  SCALARS,
  SqlError,
  sameType,
  type Table,
  type TableColumn,
  type TableScan,
  typeName,
} from '#googlesql';
import type { SingleRecords } from '../records/record-shape.ts';
import type { DemoRows } from './demo-rows.ts';

const PARAMETERS = new Map([
  [CLOCK_PARAMETER, SCALARS.TIMESTAMP],
  ['start', SCALARS.TIMESTAMP],
  ['end', SCALARS.TIMESTAMP],
]);

/**
 * The demo rows that a GoogleSQL query without tables gives, with the parameters `@start` and `@end`: the half-open range
 * of the rows that are wanted.
 */
export class QueriedRows implements DemoRows {
  readonly single: SingleRecords = new Set();
  readonly #time: string | undefined;
  readonly #rows: string;
  readonly #list: string;

  /** Throws if the query is wrong, or its columns are not some of the table's. */
  constructor(sql: string, table: Table) {
    const statement = compile(sql);
    const [parameter] = statement.parameters;
    if (statement.parameters.has(CLOCK_PARAMETER)) {
      throw new Error('it reads the clock, but its rows may depend on @start and @end alone');
    }
    if (table.time === undefined && parameter !== undefined) {
      throw new Error(`it names @${parameter}, but its table has no "time"`);
    }
    this.#time = table.time;
    this.#list = selectList(statement, table);
    this.#rows = printDuckDb(statement, { tableSource: refuseTable }).sql;
  }

  sql(start: string, end: string): string {
    const selected = `SELECT ${this.#list} FROM (${withRange(this.#rows, { start, end })})`;
    if (this.#time === undefined) return selected;
    const time = `epoch_us(${quoteName(this.#time)})`;
    return `SELECT * FROM (${selected}) WHERE ${time} >= (${start}) AND ${time} < (${end})`;
  }
}

function compile(sql: string): ResolvedStatement {
  try {
    return analyze(pinClock(parseQuery(sql)), { tables: new Map(), parameters: PARAMETERS });
  } catch (error) {
    if (error instanceof SqlError) throw new Error(error.describe(sql), { cause: error });
    throw error;
  }
}

function refuseTable({ table }: TableScan): never {
  throw new Error(`it reads the table "${table.name}"`);
}

/** The table's columns from those of a printed statement, which are `c0, c1, …`. */
function selectList({ output }: ResolvedStatement, { columns, time }: Table): string {
  const numbers = new Map<TableColumn, number>();
  for (const [i, { name, column: given }] of output.entries()) {
    const column = columns.find((own) => own.name.toLowerCase() === name.toLowerCase());
    if (!column) throw new Error(`its column "${name}" is none of its table`);
    if (!sameType(column.type, given.type)) {
      throw new Error(
        `its column "${name}" is ${typeName(given.type)}, but ${typeName(column.type)} in its table`,
      );
    }
    numbers.set(column, i);
  }
  return columns
    .map((column) => {
      const { mode, name } = column;
      const number = numbers.get(column);
      if (number === undefined && (mode === 'REQUIRED' || name === time)) {
        throw new Error(`it leaves out the column "${name}", which must have a value`);
      }
      return `${tableValue(column, number)} AS ${quoteName(name)}`;
    })
    .join(', ');
}

/** A column of a table is no NULL array. */
function tableValue({ type }: TableColumn, number: number | undefined): string {
  const value = number === undefined ? 'NULL' : `c${number}`;
  const typed = duckdbType(type);
  return type.kind === 'ARRAY'
    ? `coalesce(${value}, CAST([] AS ${typed}))`
    : `CAST(${value} AS ${typed})`;
}

/** Replaces the parameters of a printed statement, outside of quoted texts and names. */
function withRange(sql: string, range: { readonly start: string; readonly end: string }): string {
  return sql.replace(
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(start|end)\b/g,
    (text, name?: 'start' | 'end') => (name ? `(${range[name]})` : text),
  );
}
