import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { OutputColumn } from '#googlesql';
import { ARRAY_BYTES, type Row, SLOT_BYTES } from '#googlesql/runtime';
import { mapYielding } from '../../../async/yield-to-event-loop.ts';
import type { RowBudget } from '../../row-budget.ts';
import { columnAt } from './columns.ts';
import { openColumn, type ReadItem, type Room } from './open-column.ts';

/**
 * Decodes the rows that the budget has room for, and passes those of each chunk to `take`. Resolves with whether rows
 * were left out.
 */
export async function readRows(
  columns: readonly OutputColumn[],
  chunks: readonly DuckDBDataChunk[],
  budget: RowBudget,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<boolean> {
  for (const chunk of chunks) {
    const { rowCount } = chunk;
    const room: Room = { used: 0, limit: 0 };
    const reads = columns.map(({ name, type }, i) =>
      openColumn(columnAt(chunk, i), type, { path: [name], room }),
    );
    const rows = await readPart({ reads, room, budget }, 0, Math.min(rowCount, budget.rowsLeft));
    await take(rows);
    if (rows.length < rowCount) return true;
  }
  return false;
}

/** What the parts of a chunk are read with. */
interface Reading {
  readonly reads: readonly ReadItem[];
  readonly room: Room;
  readonly budget: RowBudget;
}

/** Reads rows column by column; where there is no room for all of them, those of each half that there is room for. */
async function readPart(reading: Reading, start: number, end: number): Promise<Row[]> {
  const { reads, room, budget } = reading;
  const count = end - start;
  room.used = count * (ARRAY_BYTES + SLOT_BYTES * reads.length);
  room.limit = budget.bytesLeft;
  const columns = await mapYielding(reads, (read) =>
    Array.from({ length: count }, (_, i) => read(start + i)),
  );
  if (room.used > room.limit && count > 1) {
    const middle = start + Math.floor(count / 2);
    const first = await readPart(reading, start, middle);
    if (first.length < middle - start) return first;
    return [...first, ...(await readPart(reading, middle, end))];
  }
  if (!budget.take(room.used, count)) return [];
  return Array.from({ length: count }, (_, i) => columns.map((column) => column[i] ?? null));
}
