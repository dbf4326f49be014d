import {
  allScans,
  ctesIn,
  everyExpression,
  expressionsOf,
  type ResolvedCte,
  type Scan,
  type TableScan,
} from '#googlesql';

/** The scans through which each row of a table goes by itself, the table last. */
export interface RowChain {
  readonly table: TableScan;
  /** From the scan that everything else reads down to the table. */
  readonly scans: readonly Scan[];
  /** The CTEs of the statement, by their ids. */
  readonly ctes: ReadonlyMap<number, ResolvedCte>;
}

/** Why rows do not go through a scan one by one. */
const REFUSED: Partial<Record<Scan['kind'], string>> = {
  aggregate: 'it groups rows, or removes equal ones',
  analytic: 'it has a window function',
  join: 'it joins relations',
  limit: 'it has a LIMIT within',
  set_operation: 'it combines queries',
  single_row: 'it reads no table',
};

/** The chain of all of a statement's scans; the reason where there is another table, or rows depend on each other. */
export function rowChain(root: Scan): RowChain | string {
  const everything = allScans(root);
  if (everything.some(isVolatile)) return 'it has a value that is another one in each run';
  const chain = chainFrom(root, ctesIn(everything));
  if (typeof chain === 'string') return chain;
  // No other table is read, and no CTE a second time: what stands in subqueries reads arrays of the row.
  if (reads(everything) === reads(chain.scans)) return chain;
  return 'it reads more than one table, or one twice';
}

function chainFrom(root: Scan, ctes: RowChain['ctes']): RowChain | string {
  const scans: Scan[] = [];
  let next: Scan | undefined = root;
  while (next) {
    scans.push(next);
    if (next.kind === 'table') return { table: next, scans, ctes };
    const reason: string | undefined = REFUSED[next.kind];
    // The limit and the order of the whole statement are the first of the chain.
    if (reason !== undefined && !isOutermostLimit(scans)) return reason;
    next = below(next, ctes);
  }
  return 'it reads no table';
}

/** Calls that have another value at each evaluation. */
const VOLATILE: ReadonlySet<string> = new Set(['RAND', 'GENERATE_UUID']);

function isVolatile(scan: Scan): boolean {
  return everyExpression(expressionsOf(scan), 'own').some(
    (part) => part.kind === 'call' && VOLATILE.has(part.function.name),
  );
}

function isOutermostLimit(scans: readonly Scan[]): boolean {
  return (
    scans.at(-1)?.kind === 'limit' && scans.filter(({ kind }) => isOrdering(kind)).length === 1
  );
}

function isOrdering(kind: Scan['kind']): boolean {
  return kind === 'limit' || kind === 'order_by';
}

function below(scan: Scan, ctes: ReadonlyMap<number, ResolvedCte>): Scan | undefined {
  switch (scan.kind) {
    case 'with':
      return scan.body;
    case 'with_ref': {
      const cte = ctes.get(scan.cteId);
      return cte?.isRecursive ? undefined : cte?.scan;
    }
    case 'array':
    case 'filter':
    case 'project':
    case 'order_by':
    case 'limit':
      return scan.input;
    default:
      return undefined;
  }
}

function reads(scans: readonly Scan[]): number {
  return scans.filter(({ kind }) => kind === 'table' || kind === 'with_ref').length;
}
