import type { Table } from '#googlesql';
import type { SingleRecords } from '../records/record-shape.ts';
import { type RowExpressions, selectList, singleRecords } from '../records/row-expression.ts';
import type { DemoRows, FieldsRead } from './demo-rows.ts';
import type { DemoTable } from './demo-table.ts';
import { numberedRows, withDraws } from './numbered-rows.ts';
import { expressionTexts, rowRead } from './row-read.ts';

/** The demo rows that a module describes. */
export class GeneratedRows implements DemoRows {
  readonly single: SingleRecords;
  readonly #demo: DemoTable;
  readonly #table: Table;
  readonly #row: RowExpressions;

  /** Throws if the rows do not fit the table. */
  constructor(demo: DemoTable, table: Table) {
    const row = { ...demo.row, ...timeOf(table) };
    const missing = table.columns.find(({ mode, name }) => mode === 'REQUIRED' && !(name in row));
    if (missing) throw new Error(`its rows leave out the REQUIRED column "${missing.name}"`);
    // Throws for fields that the table does not have.
    selectList(table.columns, row);
    this.single = new Set(singleRecords(row));
    this.#demo = demo;
    this.#table = table;
    this.#row = row;
  }

  sql(start: string, end: string, fieldsRead: FieldsRead = () => [[]]): string {
    const { columns, row } = rowRead(this.#table.columns, this.#row, fieldsRead);
    const numbered = numberedRows(this.#demo, this.#table.name, { start, end });
    const drawn = withDraws(numbered, this.#demo.draws, expressionTexts(row));
    // A select list must not be empty.
    const list = columns.length > 0 ? selectList(columns, row) : 'true AS one';
    return `SELECT ${list} FROM (${drawn})`;
  }
}

const TIMES: Readonly<Record<string, string>> = {
  TIMESTAMP: 'make_timestamptz(micros)',
  DATETIME: 'make_timestamp(micros)',
  DATE: 'make_timestamp(micros)',
};

function timeOf({ columns, time }: Table): RowExpressions {
  const column = columns.find(({ name }) => name === time);
  const expression = column && TIMES[column.type.kind];
  if (!column || !expression)
    throw new Error('a module makes rows of each minute, so its table needs a "time"');
  return { [column.name]: expression };
}
