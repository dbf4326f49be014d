import type { BigQueryClient } from '../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../engines/bigquery/client/resilience.ts';
import {
  isWildcard,
  type LogTables,
  placeName,
  placeTables,
} from '../../engines/bigquery/table-places.ts';
import { openBigQueryTables } from '../../engines/open-engine.ts';
import type { Project } from '../../project/load-project.ts';
import { readBigQueryConfig } from '../command-config.ts';
import { createTable, printBq, printTerraform, WILDCARD } from './create-table.ts';

/** Dependencies of the command. */
export interface CreateEnvironment {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

/** Creates the tables; returns exit code 1 if one could not be created or differs. */
export async function runCreate({ client, tables, print }: CreateEnvironment): Promise<number> {
  const { signal } = new AbortController();
  let failures = 0;
  for (const table of tables.values()) {
    if (isWildcard(table.place)) {
      print(`${placeName(table.place)}: ${WILDCARD}`);
      continue;
    }
    const { outcome, problems } = await retryTransient(signal, () =>
      createTable(client, table, signal),
    );
    const what = [outcome, ...problems].join('; ');
    print(`${placeName(table.place)}: ${what}`);
    if (problems.length > 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

/** The same for the tables of a project; with a form, prints them in it instead. */
export async function createTables(
  project: Project,
  form: 'terraform' | 'bq' | undefined,
  print: CreateEnvironment['print'],
): Promise<number> {
  const bigquery = readBigQueryConfig(project);
  if (form === undefined) {
    return runCreate({ ...(await openBigQueryTables(bigquery, project.tables)), print });
  }
  const tables = [...placeTables(project.tables, bigquery).values()];
  print(form === 'bq' ? printBq(tables) : printTerraform(tables));
  return 0;
}
