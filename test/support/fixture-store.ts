import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { fixtureLines } from '../googlesql/fixtures.ts';
import { fillStore } from './fill-store.ts';
import { copiedStore } from './filled-store.ts';
import { PROJECT } from './project.ts';

/** A store with the fixture rows of all tables, for the length of the running test. */
export function fixtureStore(): Promise<TableFiles> {
  return copiedStore('fixtures', async (store) => {
    for (const name of PROJECT.tables.keys()) {
      const lines = fixtureLines(name);
      if (lines.length > 0) fillStore(store, name, lines.join('\n'));
    }
  });
}
