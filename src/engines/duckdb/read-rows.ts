import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Row } from '../../googlesql/value.ts';
import { Turns } from '../../turns.ts';
import type { EngineResult, OutputColumn } from '../engine.ts';
import type { RowBudget } from '../row-budget.ts';
import { compileDecoder } from './decode.ts';
import { compileWeigher } from './weigh.ts';

/** Reads the rows of a result that the budget has room for; the others are not even decoded. */
export type ReadRows = (
  chunks: readonly DuckDBDataChunk[],
  budget: RowBudget,
) => Promise<Pick<EngineResult, 'rows' | 'truncated'>>;

/** A reader for the rows of a statement. */
export function compileReader(columns: readonly OutputColumn[]): ReadRows {
  const decode = compileDecoder(columns);
  const weigh = compileWeigher(columns);
  return async (chunks, budget) => {
    const turns = new Turns();
    const rows: Row[] = [];
    for (const chunk of chunks) {
      const count = budget.take(await weigh(chunk, budget.bytesLeft, turns));
      for (const row of await decode(chunk, count, turns)) rows.push(row);
      if (count < chunk.rowCount) return { rows, truncated: true };
    }
    return { rows, truncated: false };
  };
}
