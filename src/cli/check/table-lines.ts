import { BigQueryError } from '../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import { type LogTables, placeName } from '../../engines/bigquery/table-places.ts';
import {
  problemsOf,
  readTableFacts,
  type TableFacts,
  unreadable,
} from '../../engines/bigquery/warehouse/table-facts.ts';
import { layoutFaults } from '../warehouse/create.ts';

/** The result for one table. */
export interface TableLine
  extends Pick<TableFacts, 'exists' | 'kind' | 'location' | 'problems' | 'notes'> {
  readonly name: string;
  readonly place: string;
}

/** What BigQuery says of tables, by name; of one that cannot be read, why. Rejects where BigQuery does not answer. */
export async function readFacts(
  client: BigQueryClient,
  tables: LogTables,
): Promise<ReadonlyMap<string, TableFacts>> {
  const { signal } = new AbortController();
  const facts = new Map<string, TableFacts>();
  for (const [name, table] of tables) {
    const fact = await retryTransient(signal, () => readTableFacts(client, table, signal)).catch(
      (error) => {
        // Without any answer there is nothing to report on.
        if (error instanceof BigQueryError && error.status > 0) return unreadable(table, error);
        throw error;
      },
    );
    facts.set(name, fact);
  }
  return facts;
}

/** The result for each of the tables. */
export function tableLines(
  tables: LogTables,
  facts: ReadonlyMap<string, TableFacts>,
  location: string | undefined,
): readonly TableLine[] {
  return [...tables].flatMap(([name, table]): readonly TableLine[] => {
    const fact = facts.get(name);
    if (!fact) return [];
    const { exists, kind, notes } = fact;
    const odd = fact.odd.map(({ text }) => text);
    const problems = [...problemsOf(fact, location), ...odd, ...layoutFaults(table, fact)];
    const place = placeName(table.place);
    return [{ name, place, exists, kind, location: fact.location, problems, notes }];
  });
}
