import { columnRef, filtered, literal, withComputed } from '../../analysis/resolved/build.ts';
import type { JoinScan, ResolvedExpression, Scan } from '../../analysis/resolved/resolved.ts';
import { sql } from '../../functions/core/sql.ts';
import { SCALARS } from '../../types.ts';
import { isNull } from '../expressions/generated-calls.ts';
import { isLambdaSafe } from '../lists/shape.ts';
import { fence, fencedText } from './fence.ts';
import { prepareUnordered } from './prepare.ts';
import type { Needed, Printer, SelectOf } from './printer.ts';
import { isBare, ONE_ROW, SqlScope, type SqlSelect, unordered, wrap } from './select.ts';

/** Prints a join as one FROM; the WHERE of a side moves out if that filters the same rows. */
export const selectJoin: SelectOf<'join'> = (printer, written, needed, outer) => {
  const isPlain = !outer && (!written.condition || isLambdaSafe([written.condition]));
  if (written.type === 'FULL' && !isPlain) {
    return printer.select(splitFullJoin(printer, written), needed, outer);
  }
  // DuckDB loses rows when it decorrelates a right join.
  const scan = written.type === 'RIGHT' && outer ? mirrored(written) : written;
  const isInner = scan.type === 'CROSS' || scan.type === 'INNER';
  if (scan.condition && !isInner && !isLambdaSafe([scan.condition])) {
    return selectByLateral(printer, scan, scan.condition, needed, outer);
  }
  const below = new Set([...needed, ...printer.references([scan.condition])]);
  const side = joinSide(printer, scan, scan.left, below, outer);
  const { select: left, fence: mark } = fence(printer, side, scan.condition);
  const right = joinSide(printer, scan, scan.right, below, outer);
  // Outer columns brought in by the right side become NULL in a left join and must not replace the real ones.
  const isOuterColumn = (id: number) => scan.type === 'LEFT' && outer?.find(id) !== undefined;
  const own = [...right.columns].filter(([id]) => !isOuterColumn(id));
  const columns = new Map([...left.columns, ...own]);
  const scope = new SqlScope(columns, outer);
  const on = scan.condition && fencedText(printer, scan.condition, scope, mark);
  const operator = isInner && !on ? 'CROSS JOIN' : `${scan.type} JOIN`;
  return {
    ...ONE_ROW,
    from: sql`${left.from} ${operator} ${right.from}${operator === 'CROSS JOIN' ? '' : sql` ON ${on ?? 'true'}`}`,
    isJoin: true,
    where: [...left.where, ...right.where],
    columns: new Map([...columns].filter(([id]) => needed.has(id))),
  };
};

/** Prints one side; the left side also brings in outer columns that the condition reads. */
function joinSide(
  printer: Printer,
  scan: JoinScan,
  side: Scan,
  needed: Needed,
  outer: SqlScope | undefined,
): SqlSelect {
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

/** DuckDB accepts no subquery in the condition of an outer join, but does in the WHERE of a lateral join. */
function selectByLateral(
  printer: Printer,
  scan: JoinScan,
  condition: ResolvedExpression,
  needed: Needed,
  outer: SqlScope | undefined,
): SqlSelect {
  const [preserved, other] =
    scan.type === 'LEFT' ? [scan.left, scan.right] : [scan.right, scan.left];
  const below = new Set([...needed, ...printer.references([condition])]);
  const input = unordered(printer.select(preserved, below, outer));
  return lateralJoin(printer, input, filtered(other, condition), needed, outer);
}

function mirrored(join: JoinScan): JoinScan {
  return { ...join, type: 'LEFT', left: join.right, right: join.left };
}

/** A left join whose right side is evaluated per left row, with the join condition as a filter inside it. */
export function lateralJoin(
  printer: Printer,
  input: SqlSelect,
  right: Scan,
  needed: ReadonlySet<number>,
  outer: SqlScope | undefined,
): SqlSelect {
  const left = wrap(input, printer.alias('s'));
  const own = new Set(right.columns.map(({ id }) => id).filter((id) => needed.has(id)));
  for (const id of left.columns.keys()) own.delete(id);
  const around = new SqlScope(left.columns, outer);
  const rows = wrap(printer.select(right, own, around), printer.alias('s'));
  const columns = new Map([...rows.columns, ...left.columns].filter(([id]) => needed.has(id)));
  const from = sql`${left.from} LEFT JOIN LATERAL ${rows.from} ON true`;
  return { ...ONE_ROW, from, isJoin: true, columns };
}

/**
 * Splits a full join into a left join followed by the right rows without a match: DuckDB neither decorrelates a full
 * join nor accepts a subquery in its condition.
 */
function splitFullJoin(printer: Printer, join: JoinScan): Scan {
  const { left, right, columns } = join;
  const match = printer.column(SCALARS.BOOL);
  const marked = withComputed(left, [{ column: match, expression: literal(match.type, true) }]);
  const mirrored: Scan = {
    ...{ ...join, type: 'LEFT', left: right, right: marked },
    columns: [...columns, match],
  };
  const unmatched = { ...filtered(mirrored, isNull(columnRef(match))), columns };
  return {
    kind: 'set_operation',
    operator: 'UNION',
    quantifier: 'ALL',
    inputs: [
      { scan: { ...join, type: 'LEFT' }, columns },
      { scan: unmatched, columns },
    ],
    columns,
  };
}
