import type { ResolvedStatement } from '../../googlesql/analysis/resolved.ts';
import { SCALARS } from '../../googlesql/types.ts';

/** The statement with at most this many of its rows: its first ones where it has an order. */
export function limitRows(statement: ResolvedStatement, rows: number): ResolvedStatement {
  const limit = {
    kind: 'literal',
    type: SCALARS.INT64,
    value: BigInt(rows),
    coercible: false,
  } as const;
  const { scan } = statement;
  return {
    ...statement,
    scan: { kind: 'limit', input: scan, limit, offset: undefined, columns: scan.columns },
  };
}
