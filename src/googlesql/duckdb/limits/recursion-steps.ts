import type { Column, ResolvedCte, Scan, WithScan } from '../../analysis/resolved/resolved.ts';
import type { Printer } from '../queries/printer.ts';
import type { Select } from '../queries/select.ts';

/** How often BigQuery evaluates the second part of a recursive CTE. */
const MAX_STEPS = 500;

const MESSAGE = `A recursive CTE has reached the maximum number of iterations: ${MAX_STEPS}`;

/** What counts the steps of a recursive CTE, in a column behind its own ones. */
export interface StepCounter {
  /** The second part of the CTE, with the column. */
  readonly step: Scan;
  /** There, the number of the step in which the row was made that is read. */
  readonly column: Column;
}

/**
 * The counter of a recursive CTE; undefined where rows cannot carry a number. With UNION DISTINCT it would make rows
 * differ that are the same: such a recursion ends when it makes no new rows, or for want of time or memory.
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

/** The number of a row's step, from what the second part reads; the error beyond the last one. */
export function nextStep(select: Select, { column }: StepCounter): string {
  const read = select.columns.get(column.id)?.sql ?? 'NULL';
  return `CASE WHEN ${read} >= ${MAX_STEPS} THEN gsql_error('${MESSAGE}') ELSE ${read} + 1 END`;
}

/** A CTE with the number of its step in one of its columns. */
interface Counted {
  readonly cteId: number;
  readonly source: number;
  /** Makes a column for a read of that one. */
  column(): Column;
}

/** The scan with the number from its read of the CTE on; undefined where it reads none or folds its rows. */
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
    case 'with':
      return carryWith(scan, counted);
    case 'array':
    case 'filter':
    case 'project':
    case 'analytic': {
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

/** A CTE within the second part may be what reads the recursive one. */
function carryWith(scan: WithScan, counted: Counted): StepCounter | undefined {
  let read = counted;
  const ctes = scan.ctes.map((cte) => {
    const carried = carry(cte.scan, read);
    if (!carried) return cte;
    read = { ...counted, cteId: cte.id, source: cte.columns.length };
    const columns = [...cte.columns, { name: '', column: carried.column }];
    return { ...cte, scan: carried.step, columns };
  });
  const body = carry(scan.body, read);
  return body && onTop(body, (step) => ({ ...scan, ctes, body: step }));
}
