import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { OutputColumn, Row } from '../../../googlesql/index.ts';
import type { RowBudget } from '../../row-budget.ts';
import { compileDecoder } from './decode.ts';
import { compileRowEstimate } from './estimate-row-bytes.ts';

/**
 * Reads the rows of a result that the budget has room for, chunk by chunk; the others are not even decoded. Resolves to
 * whether there were others.
 */
export type ReadRows = (
  chunks: readonly DuckDBDataChunk[],
  budget: RowBudget,
  take: (rows: readonly Row[]) => Promise<void>,
) => Promise<boolean>;

/** A reader for the rows of a statement. */
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
