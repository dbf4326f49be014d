import { callExpression } from '../../analysis/names/fields.ts';
import { mayFail, TOTAL_AGGREGATES } from '../../analysis/properties/may-raise.ts';
import { columnRef, filtered, literal, withComputed } from '../../analysis/resolved/build.ts';
import { mapInputs, mapOwnExpressions } from '../../analysis/resolved/map-tree.ts';
import type {
  AggregateCall,
  AggregateScan,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
  WithScan,
} from '../../analysis/resolved/resolved.ts';
import { expressionsOf, inputsOf } from '../../analysis/resolved/traverse.ts';
import { resolveCall } from '../../functions/core/signatures/resolve-call.ts';
import { SqlError } from '../../sql-error.ts';
import { SCALARS } from '../../types.ts';
import { isNull } from '../expressions/generated-calls.ts';
import type { Printer } from '../queries/printer.ts';

/** A subquery that raises no error, and conditions of which one is true where the subquery as written raises one. */
export interface Caught {
  readonly subquery: ResolvedSubquery;
  readonly failures: readonly ResolvedExpression[];
}

/**
 * A subquery with NULL instead of every value that cannot be computed. DuckDB catches the errors of an expression, but
 * not those of a subquery: whether any row has one is found by subqueries of their own.
 */
export function catchErrors(printer: Printer, written: ResolvedSubquery, caller: string): Caught {
  printer.budget.countCaught();
  const catcher = new Catcher(printer, caller);
  const { needle } = written;
  const subquery = { ...written, scan: catcher.scan(written.scan) };
  const failures = catcher.failed.map(
    (scan): ResolvedExpression => ({ ...written, ...EXISTS, scan, needle: undefined }),
  );
  if (!needle || !mayFail(needle)) return { subquery, failures };
  failures.push(call('ISERROR', needle));
  return { subquery: { ...subquery, needle: call('NULLIFERROR', needle) }, failures };
}

/** One row without columns. */
export const ONE_ROW: Scan = { kind: 'single_row', columns: [] };

const EXISTS = { modifier: 'EXISTS', type: SCALARS.BOOL } as const;

class Catcher {
  /** Scans that have a row for each error. */
  readonly failed: Scan[] = [];
  readonly #printer: Printer;
  readonly #caller: string;

  constructor(printer: Printer, caller: string) {
    this.#printer = printer;
    this.#caller = caller;
  }

  /** The scan without errors. */
  scan(written: Scan): Scan {
    if (written.kind === 'with') return this.#with(written);
    const scan = mapInputs(written, (input) => this.scan(input));
    const failing = expressionsOf(scan).filter((own) => mayFail(own));
    const isRefused =
      scan.kind === 'analytic' ||
      (failing.length > 0 && (scan.kind === 'join' || (scan.kind === 'array' && scan.condition)));
    if (isRefused) this.#refuse();
    const quiet = failing.length > 0 ? this.#withoutFailing(scan, failing) : scan;
    return quiet.kind === 'aggregate' ? this.#withoutOverflow(quiet) : quiet;
  }

  #with(written: WithScan): Scan {
    const before = this.failed.length;
    const ctes = written.ctes.map((cte) => ({ ...cte, scan: this.scan(cte.scan) }));
    if (this.failed.length > before) this.#refuse();
    const body = this.scan(written.body);
    const failed = this.failed.splice(before);
    this.failed.push(...failed.map((own) => ({ ...written, body: own, columns: own.columns })));
    return { ...written, ctes, body };
  }

  /** The failing expressions are computed below the scan. */
  #withoutFailing(scan: Scan, failing: readonly ResolvedExpression[]): Scan {
    const [rows = ONE_ROW] = inputsOf(scan);
    const isFailed = failing.map((own) => call('ISERROR', own)).reduce(either);
    this.failed.push(filtered(rows, isFailed));
    const computed = failing.map((own) => ({
      column: this.#printer.column(own.type),
      expression: call('NULLIFERROR', own),
    }));
    const values = new Map(failing.map((own, i) => [own, computed[i]?.column]));
    const replaced = mapOwnExpressions(scan, (own) => {
      const column = values.get(own);
      return column && columnRef(column);
    });
    return { ...replaced, input: withComputed(rows, computed) } as Scan;
  }

  /** Sums and averages are NULL where they have no room: of any value they are never NULL otherwise. */
  #withoutOverflow(scan: AggregateScan): Scan {
    const raising = scan.aggregates.filter(({ call: own }) => !isQuiet(own));
    if (raising.length === 0) return scan;
    if (!raising.every(({ call: own }) => SUMS.has(own.function.name))) this.#refuse();
    const aggregates = scan.aggregates.map((one) =>
      raising.includes(one) ? { ...one, call: { ...one.call, safe: true } } : one,
    );
    const quiet = { ...scan, aggregates };
    const counts = raising.map(({ call: sum }) => {
      const { signature } = resolveCall('COUNT', sum.arguments, undefined, 0);
      const type = SCALARS.INT64;
      return { column: this.#printer.column(type), call: { ...sum, type, function: signature } };
    });
    const counted = {
      ...quiet,
      aggregates: [...aggregates, ...counts],
      columns: [...scan.columns, ...counts.map(({ column }) => column)],
    };
    const isFailed = raising.map(({ column }, i) => {
      const count = counts[i]?.column ?? column;
      const isAny = call('$greater', columnRef(count), literal(SCALARS.INT64, 0n));
      return call('$and', isNull(columnRef(column)), isAny);
    });
    this.failed.push(filtered(counted, isFailed.reduce(either)));
    return quiet;
  }

  #refuse(): never {
    throw new SqlError(
      `${this.#caller} of a subquery that may raise an error in a join, a window or a CTE, or by an aggregate other than SUM and AVG, is not supported`,
    );
  }
}

const QUIET: ReadonlySet<string> = new Set([
  ...['APPROX_COUNT_DISTINCT', 'ARRAY_AGG', 'BIT_AND', 'BIT_OR', 'BIT_XOR'],
  ...['MAX_BY', 'MIN_BY', 'STRING_AGG'],
]);

function isQuiet({ function: { name } }: AggregateCall): boolean {
  return TOTAL_AGGREGATES.has(name) || QUIET.has(name);
}

const SUMS: ReadonlySet<string> = new Set(['AVG', 'SUM']);

const call = (name: string, ...args: readonly ResolvedExpression[]) =>
  callExpression(name, args, 0);

/** Whether one of the conditions is true. */
function either(left: ResolvedExpression, right: ResolvedExpression): ResolvedExpression {
  return call('$or', left, right);
}
