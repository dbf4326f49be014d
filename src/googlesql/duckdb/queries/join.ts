import type { JoinScan, ResolvedExpression, Scan } from '../../analysis/resolved/resolved.ts';
import { everyScan } from '../../analysis/resolved/traverse.ts';
import { expressionsOf } from '../../analysis/resolved/tree-parts.ts';
import { SqlError } from '../../sql-error.ts';
import { isLambdaSafe } from '../lists/shape.ts';
import { fence, fencedText } from './fence.ts';
import { lateralJoin } from './lateral-join.ts';
import { prepareUnordered } from './prepare.ts';
import type { Printer } from './printer.ts';
import { Scope } from './scope.ts';
import { isBare, ONE_ROW, type Select, unordered, wrap } from './select.ts';

type Needed = ReadonlySet<number>;

/** A join as one FROM; the WHERE of a side moves out where it filters the same rows there. */
export function selectJoin(
  printer: Printer,
  scan: JoinScan,
  needed: Needed,
  outer: Scope | undefined,
): Select {
  const isInner = scan.type === 'CROSS' || scan.type === 'INNER';
  if (scan.type === 'FULL') refuseCorrelation(printer, scan, outer);
  if (scan.condition && !isInner && !isLambdaSafe([scan.condition])) {
    return selectByLateral(printer, scan, scan.condition, needed, outer);
  }
  const below = new Set([...needed, ...printer.references([scan.condition])]);
  const side = joinSide(printer, scan, scan.left, below, outer);
  const { select: left, fence: mark } = fence(printer, side, scan.condition);
  const right = joinSide(printer, scan, scan.right, below, outer);
  const columns = new Map([...left.columns, ...right.columns]);
  const scope = new Scope(columns, outer);
  const on = scan.condition && fencedText(printer, scan.condition, scope, mark);
  const join = isInner && !on ? 'CROSS JOIN' : `${scan.type} JOIN`;
  return {
    ...ONE_ROW,
    from: `${left.from} ${join} ${right.from}${join === 'CROSS JOIN' ? '' : ` ON ${on ?? 'true'}`}`,
    isJoin: true,
    where: [...left.where, ...right.where],
    columns: new Map([...columns].filter(([id]) => needed.has(id))),
  };
}

/** One side; on the left it also brings in what the condition reads of a query around the join. */
function joinSide(
  printer: Printer,
  scan: JoinScan,
  side: Scan,
  needed: Needed,
  outer: Scope | undefined,
): Select {
  const input = unordered(printer.select(side, needed, outer));
  const isLeft = side === scan.left;
  const { select } = prepareUnordered(printer, input, isLeft ? [scan.condition] : [], outer);
  const keepsRows = scan.type === 'CROSS' || scan.type === 'INNER';
  const whereMayMove = keepsRows || scan.type === (isLeft ? 'LEFT' : 'RIGHT');
  const mayStay = isBare(select) && (isLeft || !select.isJoin);
  return mayStay && (whereMayMove || select.where.length === 0)
    ? select
    : wrap(select, printer.alias('s'));
}

/** DuckDB takes no subquery in the condition of an outer join, but a lateral join with one in its WHERE. */
function selectByLateral(
  printer: Printer,
  scan: JoinScan,
  condition: ResolvedExpression,
  needed: Needed,
  outer: Scope | undefined,
): Select {
  if (scan.type === 'FULL') throw new SqlError('FULL JOIN with a subquery in ON is not supported');
  const [kept, other] = scan.type === 'LEFT' ? [scan.left, scan.right] : [scan.right, scan.left];
  const below = new Set([...needed, ...printer.references([condition])]);
  const input = unordered(printer.select(kept, below, outer));
  const matches: Scan = { kind: 'filter', input: other, condition, columns: other.columns };
  return lateralJoin(printer, input, matches, needed, outer);
}

/** DuckDB cannot decorrelate a full join. */
function refuseCorrelation(printer: Printer, join: JoinScan, outer: Scope | undefined): void {
  if (!outer) return;
  for (const id of printer.references(Array.from(everyScan(join)).flatMap(expressionsOf))) {
    if (outer.find(id)) throw new SqlError('FULL JOIN in a correlated subquery is not supported');
  }
}
