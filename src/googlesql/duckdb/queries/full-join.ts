import { columnRef, filtered, literal, withComputed } from '../../analysis/resolved/build.ts';
import type { JoinScan, Scan } from '../../analysis/resolved/resolved.ts';
import { SCALARS } from '../../types.ts';
import { isNull } from '../expressions/made-call.ts';
import type { Printer } from './printer.ts';

/**
 * Splits a full join into a left join followed by the right rows without a match: DuckDB neither decorrelates a full
 * join nor accepts a subquery in its condition.
 */
export function splitFullJoin(printer: Printer, join: JoinScan): Scan {
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
