import type { Column, ResolvedCte, Scan } from '../../analysis/resolved/resolved.ts';
import { everyScan } from '../../analysis/resolved/traverse.ts';
import { decimalType } from '../../functions/core/digits.ts';
import { castAs, dotted, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import { nextStep, stepCounter } from '../limits/recursion-steps.ts';
import type { CteUse, Printer, SelectOf } from './printer.ts';
import type { SqlScope } from './select.ts';
import { decimalItem, type Item, ONE_ROW, selectText, unordered, wrap } from './select.ts';
import { setOperationText } from './set-operation.ts';

/**
 * Prints CTEs as DuckDB's. The body is printed first and the CTEs last to first, so that each contains only columns
 * that are read, and an unused CTE is omitted.
 */
export const selectWith: SelectOf<'with'> = (printer, scan, needed, outer) => {
  for (const cte of scan.ctes) printer.ctes.set(cte.id, newUse(printer, cte));
  const body = printer.select(scan.body, needed, outer);
  const texts: Sql[] = [];
  for (const cte of scan.ctes.toReversed()) {
    const use = printer.ctes.get(cte.id);
    if (use && use.readers > 0) texts.unshift(cteText(printer, cte, use, outer));
  }
  if (texts.length === 0) return body;
  const inner = body.with ? wrap(body, printer.alias('s')) : body;
  const keyword = scan.ctes.some(({ isRecursive }) => isRecursive) ? 'WITH RECURSIVE' : 'WITH';
  return { ...inner, with: sql`${keyword} ${texts}` };
};

function newUse(printer: Printer, cte: ResolvedCte): CteUse {
  const columns = cte.isRecursive ? cte.columns.keys() : [];
  const decimals = cte.columns.map(
    ({ column }) => !cte.isRecursive && printer.digits.ofColumn(column) !== undefined,
  );
  return { name: `w${cte.id}`, needed: new Set(columns), readers: 0, decimals };
}

/** Prints a reference to a CTE. */
export const selectWithRef: SelectOf<'with_ref'> = (printer, scan, needed) => {
  const use = printer.ctes.get(scan.cteId);
  if (!use) throw new Error(`Cannot print a read of CTE ${scan.cteId}: it is not in sight`);
  use.readers += printer.copies;
  const alias = printer.alias('s');
  const columns = new Map<number, Item>();
  scan.columns.forEach(({ id }, i) => {
    const source = scan.sources[i] ?? i;
    if (!needed.has(id)) return;
    use.needed.add(source);
    const own = dotted(alias, cteColumn(source));
    columns.set(id, use.decimals[source] ? decimalItem(own, 'name') : { sql: own, cost: 'name' });
  });
  return { ...ONE_ROW, from: sql`${use.name} AS ${alias}`, columns };
};

function cteColumn(index: number): string {
  return `k${index}`;
}

function cteText(
  printer: Printer,
  cte: ResolvedCte,
  use: CteUse,
  outer: SqlScope | undefined,
): Sql {
  if (cte.isRecursive) return sql`${use.name} AS (${recursiveText(printer, cte, outer)})`;
  const isMaterialized = use.readers > 1 && (use.readers > MAX_COPIES || isCostly(cte.scan));
  const copies = printer.copies;
  printer.copies = isMaterialized ? 1 : use.readers;
  const output = cte.columns.flatMap(({ column }, i) => (use.needed.has(i) ? [{ column, i }] : []));
  const ids = new Set(output.map(({ column }) => column.id));
  const select = unordered(printer.select(cte.scan, ids, outer));
  printer.copies = copies;
  const list = output.map(({ column, i }) => {
    const item = select.columns.get(column.id) ?? outer?.find(column.id);
    const digits = use.decimals[i] ? printer.digits.ofColumn(column) : undefined;
    const value = digits
      ? (item?.decimal ?? castAs(item?.sql ?? NULL, decimalType(digits)))
      : item?.sql;
    return sql`${value} AS ${cteColumn(i)}`;
  });
  const keyword = isMaterialized ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  return sql`${use.name} AS ${keyword} (${selectText(select, list)})`;
}

/**
 * DuckDB inlines a CTE that is not materialised into every reference, where filters and columns are then pruned
 * separately: for a view of a log table two reads cost less than one temporary copy of its nested columns. Copies
 * multiply along a chain of CTEs, so their number is bounded.
 */
const MAX_COPIES = 4;

/** Whether the rows are few and costly relative to their input. */
function isCostly(root: Scan): boolean {
  return everyScan(root).some(({ kind }) => COSTLY.has(kind));
}

const COSTLY: ReadonlySet<Scan['kind']> = new Set([
  'aggregate',
  'analytic',
  'join',
  'limit',
  'set_operation',
]);

function recursiveText(printer: Printer, cte: ResolvedCte, outer: SqlScope | undefined): Sql {
  if (cte.scan.kind !== 'set_operation') {
    throw new Error(`Cannot print the recursive CTE "${cte.name}": it is no UNION`);
  }
  const index = new Map(cte.columns.map(({ column }, i) => [column.id, i]));
  const all = new Set(cte.scan.columns.map(({ id }) => id));
  const name = ({ id }: Column) => cteColumn(index.get(id) ?? -1);
  const [first, step] = cte.scan.inputs;
  const counter = stepCounter(printer, cte, step?.scan);
  if (!counter || !first || !step) return setOperationText(printer, cte.scan, all, outer, name);
  const counted = { ...cte.scan, inputs: [first, { ...step, scan: counter.step }] };
  const count = cteColumn(cte.columns.length);
  return setOperationText(printer, counted, all, outer, name, {
    reads: [counter.column.id],
    item: (select, arm) => sql`${arm === 0 ? '0::BIGINT' : nextStep(select, counter)} AS ${count}`,
  });
}
