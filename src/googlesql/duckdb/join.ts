import type { JoinScan } from '../analysis/resolved.ts';
import { prepareUnordered } from './prepare.ts';
import { type Printer, Scope } from './printer.ts';
import { isBare, ONE_ROW, type Select, unordered, wrap } from './select.ts';

/** A join as one FROM; the WHERE of a side moves out where it filters the same rows there. */
export function selectJoin(
  printer: Printer,
  scan: JoinScan,
  needed: ReadonlySet<number>,
  outer: Scope | undefined,
): Select {
  const below = new Set([...needed, ...printer.references([scan.condition])]);
  const isInner = scan.type === 'CROSS' || scan.type === 'INNER';
  const left = joinSide(printer, scan, scan.left, below, outer, isInner || scan.type === 'LEFT');
  const right = joinSide(printer, scan, scan.right, below, outer, isInner || scan.type === 'RIGHT');
  const columns = new Map([...left.columns, ...right.columns]);
  const condition = scan.condition
    ? printer.expression(scan.condition, new Scope(columns, outer))
    : 'true';
  const join = scan.condition || !isInner ? `${scan.type} JOIN` : 'CROSS JOIN';
  const on = join === 'CROSS JOIN' ? '' : ` ON ${condition}`;
  return {
    ...ONE_ROW,
    from: `${left.from} ${join} ${right.from}${on}`,
    where: [...left.where, ...right.where],
    columns: new Map([...columns].filter(([id]) => needed.has(id))),
  };
}

function joinSide(
  printer: Printer,
  scan: JoinScan,
  side: JoinScan['left'],
  needed: ReadonlySet<number>,
  outer: Scope | undefined,
  whereMayMove: boolean,
): Select {
  const input = unordered(printer.select(side, needed, outer));
  const around = side === scan.left && scan.condition ? [scan.condition] : [];
  const { select } = prepareUnordered(printer, input, around, outer);
  const isJoin = side === scan.right && side.kind === 'join';
  const stays = isBare(select) && !isJoin && (whereMayMove || select.where.length === 0);
  return stays ? select : wrap(select, printer.alias('s'));
}
