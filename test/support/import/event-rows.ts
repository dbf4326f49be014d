/** A small table of events, without what only tests in vitest have: child processes use it too. */
import { parseTable, type Table } from '#googlesql';

/** A table with a repeated record. */
export const EVENTS: Table = parseTable(
  'app.events',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'INTEGER' },
    { name: 'project', type: 'STRING' },
    {
      name: 'meta',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'level', type: 'STRING' },
        { name: 'size', type: 'INTEGER' },
      ],
    },
  ],
  { tenant: ['project'], time: 'timestamp' },
);

/** The first day with events. */
export const FIRST_DAY = Date.UTC(2026, 6, 1);
const DAY = 86_400_000;

/** Rows with the ids of a range, which are dealt to three days in turn. */
export function eventRows(first: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, i) => ({
    timestamp: new Date(FIRST_DAY + (i % 3) * DAY + first + i).toISOString(),
    id: first + i,
    project: `p${i % 5}`,
    meta: i % 7 === 0 ? [] : [{ level: 'info', size: i }],
  }));
}
