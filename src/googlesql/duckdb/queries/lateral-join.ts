import type { Scan } from '../../analysis/resolved/resolved.ts';
import type { Printer } from './printer.ts';
import { Scope } from './scope.ts';
import { ONE_ROW, type Select, wrap } from './select.ts';

/** A left join whose right side is evaluated per left row, with the join condition as a filter inside it. */
export function lateralJoin(
  printer: Printer,
  input: Select,
  right: Scan,
  needed: ReadonlySet<number>,
  outer: Scope | undefined,
): Select {
  const left = wrap(input, printer.alias('s'));
  const own = new Set(right.columns.map(({ id }) => id).filter((id) => needed.has(id)));
  for (const id of left.columns.keys()) own.delete(id);
  const around = new Scope(left.columns, outer);
  const rows = wrap(printer.select(right, own, around), printer.alias('s'));
  const columns = new Map([...rows.columns, ...left.columns].filter(([id]) => needed.has(id)));
  const from = `${left.from} LEFT JOIN LATERAL ${rows.from} ON true`;
  return { ...ONE_ROW, from, isJoin: true, columns };
}
