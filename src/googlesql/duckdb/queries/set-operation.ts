import type { Column, SetOperationScan } from '../../analysis/resolved/resolved.ts';
import type { Printer } from './printer.ts';
import type { Scope } from './scope.ts';
import { columnName, type Select, selectFrom, selectText, unordered } from './select.ts';

/** Prints a set operation as a derived table. */
export function selectSetOperation(
  printer: Printer,
  scan: SetOperationScan,
  needed: ReadonlySet<number>,
  outer: Scope | undefined,
): Select {
  const text = setOperationText(printer, scan, needed, outer, ({ id }) => columnName(id));
  const kept = keptColumns(scan, needed);
  return selectFrom(
    `(${text})`,
    printer.alias('s'),
    kept.map(({ id }) => id),
  );
}

/** An item of every arm that is not a column of the set operation. */
export interface ExtraItem {
  /** Ids of the columns that it reads, in the arms that have them. */
  readonly reads: readonly number[];
  item(select: Select, arm: number): string;
}

/**
 * The joined arms of a set operation. `name` names each output column; `extra` makes an additional last item for an
 * arm.
 */
export function setOperationText(
  printer: Printer,
  scan: SetOperationScan,
  needed: ReadonlySet<number>,
  outer: Scope | undefined,
  name: (column: Column) => string,
  extra: ExtraItem | undefined = undefined,
): string {
  const kept = new Set(keptColumns(scan, needed));
  const arms = scan.inputs.map((input, arm) => {
    const columns = input.columns.filter((_, i) => isKept(kept, scan.columns[i]));
    const ids = new Set([...columns.map(({ id }) => id), ...(extra?.reads ?? [])]);
    const select = unordered(printer.select(input.scan, ids, outer));
    const names = scan.columns.filter((column) => kept.has(column)).map(name);
    const list = columns.map(({ id }, i) => {
      const item = select.columns.get(id) ?? outer?.find(id);
      return `${item?.sql} AS ${names[i]}`;
    });
    return `(${selectText(select, extra ? [...list, extra.item(select, arm)] : list)})`;
  });
  const all = scan.quantifier === 'ALL' ? ' ALL' : '';
  return arms.join(` ${scan.operator}${all} `);
}

function isKept(kept: ReadonlySet<Column>, column: Column | undefined): boolean {
  return column !== undefined && kept.has(column);
}

/** Only UNION ALL may drop columns; other set operations compare whole rows. */
function keptColumns(scan: SetOperationScan, needed: ReadonlySet<number>): readonly Column[] {
  if (scan.operator !== 'UNION' || scan.quantifier !== 'ALL') return scan.columns;
  return scan.columns.filter(({ id }) => needed.has(id));
}
