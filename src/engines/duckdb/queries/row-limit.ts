import { type ResolvedExpression, type ResolvedStatement, SCALARS, type Scan } from '#googlesql';

/** A constant number of rows. */
export function rowCount(rows: number): ResolvedExpression {
  return { kind: 'literal', type: SCALARS.INT64, value: BigInt(rows), coercible: false };
}

/** Adds a LIMIT to a statement; its first rows are kept if it is ordered. */
export function limitRows(statement: ResolvedStatement, rows: number): ResolvedStatement {
  const { scan } = statement;
  if (isLimited(scan, rows)) return statement;
  const limit = rowCount(rows);
  return {
    ...statement,
    scan: { kind: 'limit', input: scan, limit, offset: undefined, columns: scan.columns },
  };
}

/** Whether the scan already has a constant LIMIT that is no larger. */
function isLimited(scan: Scan, rows: number): boolean {
  if (scan.kind === 'with') return isLimited(scan.body, rows);
  if (scan.kind === 'project') return isLimited(scan.input, rows);
  if (scan.kind !== 'limit' || scan.limit.kind !== 'literal') return false;
  return typeof scan.limit.value === 'bigint' && scan.limit.value <= BigInt(rows);
}
