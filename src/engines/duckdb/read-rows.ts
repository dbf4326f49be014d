import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Row } from '../../googlesql/value.ts';
import { Turns } from '../../turns.ts';
import type { OutputColumn } from '../engine.ts';
import type { RowBudget } from '../row-budget.ts';
import { compileDecoder } from './decode.ts';
import { compileWeigher } from './weigh.ts';

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
  const weigh = compileWeigher(columns);
  return async (chunks, budget, take) => {
    const turns = new Turns();
    for (const chunk of chunks) {
      const count = budget.take(await weigh(chunk, budget.bytesLeft, turns));
      await take(await decode(chunk, count, turns));
      if (count < chunk.rowCount) return true;
    }
    return false;
  };
}
