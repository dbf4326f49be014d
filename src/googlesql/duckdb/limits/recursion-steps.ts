import type { Column, ResolvedCte, Scan } from '../../analysis/resolved/resolved.ts';
import { NULL, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer } from '../queries/printer.ts';
import type { SqlSelect } from '../queries/select.ts';

/** BigQuery's limit on the iterations of a recursive CTE. */
const MAX_STEPS = 500;

const MESSAGE = `A recursive CTE has reached the maximum number of iterations: ${MAX_STEPS}`;

/** Counts the iterations of a recursive CTE in an additional last column. */
export interface StepCounter {
  /** The recursive part of the CTE, with the column. */
  readonly step: Scan;
  /** In the recursive part, the iteration that produced the row being read. */
  readonly column: Column;
}

/**
 * The counter of a recursive CTE; undefined if its rows cannot carry a number. With UNION DISTINCT the number would
 * make equal rows differ; such a recursion ends when it produces no new rows, or by the time or memory limit.
 */
export function stepCounter(
  printer: Printer,
  cte: ResolvedCte,
  step: Scan | undefined,
): StepCounter | undefined {
  if (cte.scan.kind !== 'set_operation' || cte.scan.quantifier !== 'ALL' || !step) return undefined;
  const column = () => printer.column({ kind: 'INT64' });
  return carry(step, { cteId: cte.id, source: cte.columns.length, column });
}

/** The next iteration's number, computed in the recursive part; an error beyond the limit. */
export function nextStep(select: SqlSelect, { column }: StepCounter): Sql {
  const read = select.columns.get(column.id)?.sql ?? NULL;
  return sql`CASE WHEN ${read} >= ${MAX_STEPS} THEN gsql_error('${MESSAGE}') ELSE ${read} + 1 END`;
}

/** A CTE that carries its iteration number in one of its columns. */
interface Counted {
  readonly cteId: number;
  readonly source: number;
  /** Creates a column for a reference to it. */
  column(): Column;
}

/**
 * Carries the number from the reference to the CTE up through a scan; undefined if the scan does not read the CTE or
 * aggregates its rows.
 */
function carry(scan: Scan, counted: Counted): StepCounter | undefined {
  switch (scan.kind) {
    case 'with_ref': {
      if (scan.cteId !== counted.cteId) return undefined;
      const column = counted.column();
      const sources = [...scan.sources, counted.source];
      return { step: { ...scan, sources, columns: [...scan.columns, column] }, column };
    }
    case 'join': {
      const left = carry(scan.left, counted);
      if (left) return onTop(left, (step) => ({ ...scan, left: step }));
      const right = carry(scan.right, counted);
      return right && onTop(right, (step) => ({ ...scan, right: step }));
    }
    case 'with': {
      const body = carry(scan.body, counted);
      return body && onTop(body, (step) => ({ ...scan, body: step }));
    }
    case 'array':
    case 'filter':
    case 'project': {
      const input = scan.input && carry(scan.input, counted);
      return input && onTop(input, (step) => ({ ...scan, input: step }));
    }
    default:
      return undefined;
  }
}

function onTop(
  { step, column }: StepCounter,
  build: (step: Scan) => Scan,
): StepCounter | undefined {
  const scan = build(step);
  if (scan.kind === 'single_row') return undefined;
  return { step: { ...scan, columns: [...scan.columns, column] }, column };
}
