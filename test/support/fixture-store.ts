import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { fixtureLines } from '../googlesql/fixtures.ts';
import { fillTable } from './fill-store.ts';
import { copiedStore } from './filled-store.ts';
import { PROJECT } from './project.ts';

/** A store with the fixture rows of all tables, for the length of the running test. */
export function fixtureStore(): Promise<TableFiles> {
  return copiedStore('fixtures', async (store) => {
    for (const table of PROJECT.tables.values()) {
      const lines = fixtureLines(table.name);
      if (lines.length > 0) await fillTable(store, table, lines);
    }
  });
}
