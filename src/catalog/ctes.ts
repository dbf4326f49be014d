import {
  allScans,
  type Cte,
  ctesIn,
  inputsOf,
  nodesOfKind,
  type Query,
  type ResolvedCte,
  type ResolvedStatement,
  type Scan,
  subqueriesOf,
  type With,
  type WithRefScan,
} from '#googlesql';

/** What a statement reads; CTEs that are never read are omitted. */
export interface CteReads {
  /** Every scan that is read, once, including those of subqueries and CTEs. */
  readonly scans: readonly Scan[];
  readonly ctes: ReadonlyMap<number, ResolvedCte>;
  /** The reads of each CTE, by its id. */
  readonly reads: ReadonlyMap<number, readonly WithRefScan[]>;
}

/** Collects everything that a statement's result reads. */
export function cteReads({ scan: root }: ResolvedStatement): CteReads {
  const ctes = ctesIn(allScans(root));
  const reads = new Map<number, WithRefScan[]>();
  const scans: Scan[] = [];
  const pending: Scan[] = [root];
  for (let scan = pending.pop(); scan; scan = pending.pop()) {
    scans.push(scan);
    pending.push(...childScans(scan));
    if (scan.kind !== 'with_ref') continue;
    const earlier = reads.get(scan.cteId);
    const cte = ctes.get(scan.cteId);
    if (!earlier && cte) pending.push(cte.scan);
    reads.set(scan.cteId, [...(earlier ?? []), scan]);
  }
  return { scans, ctes, reads };
}

function childScans(scan: Scan): readonly Scan[] {
  const inputs = scan.kind === 'with' ? [scan.body] : inputsOf(scan);
  return [...inputs, ...subqueriesOf(scan)];
}

/**
 * The CTEs that a query reads, directly or through others, in their order.
 *
 * Reads are matched by name alone, so the result may include a CTE too many, but never lacks one.
 */
export function neededCtes({ ctes, recursive }: With, query: Query): readonly Cte[] {
  // With RECURSIVE a CTE may also read a later one.
  if (recursive) return ctes;
  const read = new Set(tablesIn(query));
  const needed: Cte[] = [];
  for (const cte of ctes.toReversed()) {
    if (!read.has(cte.name.name.toLowerCase())) continue;
    needed.unshift(cte);
    for (const name of tablesIn(cte.query)) read.add(name);
  }
  return needed;
}

/** The query with only those CTEs that it reads. */
export function withNeededCtes(query: Query): Query {
  if (!query.with) return query;
  const ctes = neededCtes(query.with, { ...query, with: undefined });
  return { ...query, with: ctes.length > 0 ? { ...query.with, ctes } : undefined };
}

/** The first names of every table path, in lower case. */
function tablesIn(query: Query): readonly string[] {
  return nodesOfKind(query, 'table_path').map(
    ({ path: [first] }) => first?.name.toLowerCase() ?? '',
  );
}
