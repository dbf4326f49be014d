import {
  allScans,
  everyExpression,
  expressionsOf,
  inputsOf,
  type ResolvedCte,
  type ResolvedStatement,
  type Scan,
  type WithRefScan,
} from '../googlesql/index.ts';

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
  const ctes = ctesOf(root);
  const reads = new Map<number, WithRefScan[]>();
  const scans: Scan[] = [];
  const pending: Scan[] = [root];
  for (let scan = pending.pop(); scan; scan = pending.pop()) {
    scans.push(scan);
    pending.push(...childScans(scan));
    if (scan.kind !== 'with_ref') continue;
    const known = reads.get(scan.cteId);
    const cte = ctes.get(scan.cteId);
    if (!known && cte) pending.push(cte.scan);
    reads.set(scan.cteId, [...(known ?? []), scan]);
  }
  return { scans, ctes, reads };
}

function ctesOf(root: Scan): ReadonlyMap<number, ResolvedCte> {
  const ctes = new Map<number, ResolvedCte>();
  for (const scan of allScans(root)) {
    if (scan.kind !== 'with') continue;
    for (const cte of scan.ctes) ctes.set(cte.id, cte);
  }
  return ctes;
}

function childScans(scan: Scan): readonly Scan[] {
  const inputs = scan.kind === 'with' ? [scan.body] : inputsOf(scan);
  const subqueries: Scan[] = [];
  for (const expression of everyExpression(expressionsOf(scan), 'own')) {
    if (expression.kind === 'subquery') subqueries.push(expression.scan);
  }
  return [...inputs, ...subqueries];
}
