import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { OutputColumn, Row } from '../../../googlesql/index.ts';
import type { RowBudget } from '../../row-budget.ts';
import { compileDecoder } from './decode.ts';
import { compileRowEstimate } from './estimate-row-bytes.ts';

/**
 * Decodes the rows that the budget has room for, chunk by chunk, and skips the others. Resolves with whether rows were
 * skipped.
 */
export type ReadRows = (
  chunks: readonly DuckDBDataChunk[],
  budget: RowBudget,
  take: (rows: readonly Row[]) => Promise<void>,
) => Promise<boolean>;

/** Compiles a reader for rows with these columns. */
export function compileReader(columns: readonly OutputColumn[]): ReadRows {
  const decode = compileDecoder(columns);
  const estimate = compileRowEstimate(columns);
  return async (chunks, budget, take) => {
    for (const chunk of chunks) {
      const count = budget.take(await estimate(chunk, budget.bytesLeft));
      await take(await decode(chunk, count));
      if (count < chunk.rowCount) return true;
    }
    return false;
  };
}
