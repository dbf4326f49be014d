import {
  conjunctsOf,
  type Expression,
  mayRaise,
  needsPipes,
  nodesIn,
  type Query,
  type ResolvedExpression,
  type ScanOf,
  type Statement,
  type TableScan,
} from '#googlesql';
import { type Bound, boundsIn } from '../../scan-predicates.ts';
import { type TimeForm, timeForm } from './ordered-time.ts';
import { type RowChain, rowChain } from './row-chain.ts';
import { sortKey } from './sort-key.ts';

/** A statement that has the newest rows of one table, up to a limit. */
export interface NewestFirst {
  readonly table: TableScan;
  /** The first sort key, as an item of the outermost SELECT. */
  readonly key: Expression;
  /** How the first sort key has the time of the table. */
  readonly form: TimeForm;
  /** INT64; undefined: only the caller's own limit on rows applies. */
  readonly limit: ResolvedExpression | undefined;
  /** The constants that bound the time. */
  readonly bounds: readonly Bound<TimeForm>[];
  /** Whether rows without a time may be among the last. */
  readonly hasNullTimes: boolean;
}

/**
 * Proves that a statement has the newest rows of one table, so that it can be run over the newest part of the table first:
 * its rows are those of the part, in their order, and then those of the rest.
 *
 * That is so where each row of the table goes through filters, projections and UNNEST of its own arrays by itself, and the
 * rows are then ordered by the table's time, descending, before anything else. No expression may raise an error (see
 * `mayRaise`): it would be missing where the row that raises it is not read. Returns the reason where it is not so.
 */
export function proveNewestFirst({ tree, resolved }: Statement): NewestFirst | string {
  if (mayRaise(resolved)) return 'an expression of it may raise an error';
  const chain = rowChain(resolved.scan);
  if (typeof chain === 'string') return chain;
  if (tree.offset) return 'it has an OFFSET';
  const ordered = orderOf(tree, chain);
  if (typeof ordered === 'string') return ordered;
  const bounds = boundsOf(chain);
  const column = chain.table.table.columns.find(({ name }) => name === chain.table.table.time);
  return {
    ...ordered,
    table: chain.table,
    limit: chain.scans.find((scan): scan is ScanOf<'limit'> => scan.kind === 'limit')?.limit,
    bounds,
    hasNullTimes: bounds.length === 0 && column?.mode !== 'REQUIRED',
  };
}

/** The first sort key, if it is the time of the table, descending. */
function orderOf(tree: Query, chain: RowChain): Pick<NewestFirst, 'form' | 'key'> | string {
  const depth = chain.scans.findIndex(({ kind }) => kind === 'order_by');
  const order = chain.scans[depth];
  if (order?.kind !== 'order_by' || tree.body.kind !== 'select' || tree.orderBy.length === 0) {
    return 'its outermost SELECT has no ORDER BY';
  }
  if (needsPipes(tree.body)) return 'it has pipe operators that keep names';
  const [first] = order.items;
  const form = first && timeForm(first.expression, chain, depth + 1);
  if (!first?.descending || !form) return 'it is not ordered by the time of its table, descending';
  if (first.nulls !== 'LAST') return 'it has rows without a time first';
  const key = sortKey(tree);
  if (!key || !nodesIn(tree).includes(chain.table.select))
    return 'its parts are not found in its text';
  return { form, key };
}

/** The bounds that the filters of a chain set to the time of the table. */
function boundsOf(chain: RowChain): readonly Bound<TimeForm>[] {
  return chain.scans.flatMap((scan, depth) =>
    scan.kind === 'filter'
      ? conjunctsOf(scan.condition).flatMap((term) =>
          boundsIn(term, (operand) => timeForm(operand, chain, depth + 1)),
        )
      : [],
  );
}
