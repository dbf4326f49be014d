import type { Column, Query, ResolvedExpression, Scan, Statement } from '#googlesql';

/** Whether the rows of a statement are ordered: `total` if no two rows can be tied, `partial` if some may be. */
export type RowOrder = 'total' | 'partial' | 'none';

/**
 * The order that a statement gives its rows. It is total where the outermost ORDER BY holds every output column, or every
 * GROUP BY key; `first` are the places of output columns that rows are ordered by before it.
 */
export function rowOrder(
  statement: Pick<Statement, 'resolved' | 'tree'>,
  first: readonly number[] = [],
): RowOrder {
  if (provesOrder(statement, first)) return 'total';
  return first.length > 0 || hasOrder(statement.tree) ? 'partial' : 'none';
}

function provesOrder(
  { resolved: { output, scan }, tree }: Pick<Statement, 'resolved' | 'tree'>,
  first: readonly number[] = [],
): boolean {
  const ordered = new Set(first.flatMap((i) => output[i]?.column ?? []));
  let below = orderedScan(scan);
  if (below.kind === 'order_by' && hasOrder(tree)) {
    for (const { expression } of below.items) {
      if (expression.kind === 'column') ordered.add(expression.column);
    }
    below = below.input;
  }
  const origins = new Map<Column, Column>();
  const groups = groupsBelow(below, origins);
  const known = new Set([...ordered].map((column) => originOf(column, origins)));
  const isKnown = (column: Column) => known.has(originOf(column, origins));
  return output.every(({ column }) => isKnown(column)) || (groups?.every(isKnown) ?? false);
}

/** Whether the outermost query has an ORDER BY: that of a subquery orders nothing outside of it. */
function hasOrder({ body, orderBy }: Query): boolean {
  return orderBy.length > 0 || (body.kind === 'query' && hasOrder(body));
}

/** The ORDER BY of a statement, or what is in its place: every other scan loses the order of its input. */
function orderedScan(scan: Scan): Scan {
  if (scan.kind === 'with') return orderedScan(scan.body);
  return scan.kind === 'limit' ? orderedScan(scan.input) : scan;
}

/** The scan of whose rows each makes at most one of these. */
function inputOf(scan: Scan): Scan | undefined {
  switch (scan.kind) {
    case 'project':
    case 'order_by':
    case 'filter':
    case 'analytic':
      return scan.input;
    default:
      return undefined;
  }
}

/** The keys of the aggregation that makes a scan's rows; undefined if none does, or not one row for each key. */
function groupsBelow(scan: Scan, origins: Map<Column, Column>): readonly Column[] | undefined {
  for (let below: Scan | undefined = scan; below; below = inputOf(below)) {
    if (below.kind === 'project') noteOrigins(below.computed, origins);
    if (below.kind === 'aggregate') {
      return below.sets ? undefined : below.groups.map(({ column }) => column);
    }
  }
  return undefined;
}

/** Notes the columns that are others under another name. */
function noteOrigins(
  computed: readonly { readonly column: Column; readonly expression: ResolvedExpression }[],
  origins: Map<Column, Column>,
): void {
  for (const { column, expression } of computed) {
    if (expression.kind === 'column') origins.set(column, expression.column);
  }
}

function originOf(column: Column, origins: ReadonlyMap<Column, Column>): Column {
  let own = column;
  for (let next = origins.get(own); next; next = origins.get(own)) own = next;
  return own;
}
