import type { Column, SetOperationScan } from '../../analysis/resolved/resolved.ts';
import { join, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer, SelectOf } from './printer.ts';
import type { SqlScope } from './select.ts';
import { columnName, type SqlSelect, selectFrom, selectText, unordered } from './select.ts';

/** Prints a set operation as a derived table. */
export const selectSetOperation: SelectOf<'set_operation'> = (printer, scan, needed, outer) => {
  const text = setOperationText(printer, scan, needed, outer, ({ id }) => columnName(id));
  const output = outputColumns(scan, needed);
  return selectFrom(
    sql`(${text})`,
    printer.alias('s'),
    output.map(({ id }) => [id] as const),
  );
};

/** An item of every arm that is not a column of the set operation. */
export interface ExtraItem {
  /** Ids of the columns that it reads, in the arms that have them. */
  readonly reads: readonly number[];
  item(select: SqlSelect, arm: number): Sql;
}

/**
 * The joined arms of a set operation. `name` names each output column; `extra` makes an additional last item for an
 * arm.
 */
export function setOperationText(
  printer: Printer,
  scan: SetOperationScan,
  needed: ReadonlySet<number>,
  outer: SqlScope | undefined,
  name: (column: Column) => string,
  extra: ExtraItem | undefined = undefined,
): Sql {
  const output = new Set<Column | undefined>(outputColumns(scan, needed));
  const names = scan.columns.filter((column) => output.has(column)).map(name);
  const arms = scan.inputs.map((input, arm): Arm => {
    const columns = input.columns.filter((_, i) => output.has(scan.columns[i]));
    const ids = new Set([...columns.map(({ id }) => id), ...(extra?.reads ?? [])]);
    const select = unordered(printer.select(input.scan, ids, outer));
    const list = columns.map(({ id }) => (select.columns.get(id) ?? outer?.find(id))?.sql ?? NULL);
    return { select, list, extra: extra?.item(select, arm) };
  });
  if (scan.operator === 'UNION' && scan.quantifier === 'ALL' && arms.every(isConstantRow)) {
    return constantRows(arms, names);
  }
  const all = scan.quantifier === 'ALL' ? ' ALL' : '';
  const texts = arms.map((arm) => armText(arm, names));
  return join(` ${scan.operator}${all} `, texts);
}

interface Arm {
  readonly select: SqlSelect;
  readonly list: readonly Sql[];
  readonly extra: Sql | undefined;
}

function armText({ select, list, extra }: Arm, names: readonly string[]): Sql {
  const items = list.map((own, i) => sql`${own} AS ${names[i]}`);
  return sql`(${selectText(select, extra === undefined ? items : [...items, extra])})`;
}

/** Whether an arm is one row of expressions without a subquery. */
function isConstantRow({ select, list, extra }: Arm): boolean {
  const isRow = !select.from && !select.with && !select.limit;
  const isPlain = list.length > 0 && !list.some((own) => own.has('select'));
  return isRow && isPlain && select.where.length === 0 && extra === undefined;
}

/** Written rows as VALUES, which keep their order in an array and take a third of the time to plan. */
function constantRows(arms: readonly Arm[], names: readonly string[]): Sql {
  const rows = arms.map(({ list }) => sql`(${list})`);
  return sql`SELECT * FROM (VALUES ${rows}) AS rows(${names})`;
}

/** Only UNION ALL may drop columns; other set operations compare whole rows. */
function outputColumns(scan: SetOperationScan, needed: ReadonlySet<number>): readonly Column[] {
  if (scan.operator !== 'UNION' || scan.quantifier !== 'ALL') return scan.columns;
  return scan.columns.filter(({ id }) => needed.has(id));
}
