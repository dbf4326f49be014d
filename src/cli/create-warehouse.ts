import { parseArgs } from 'node:util';
import type { BigQueryClient } from '../engines/bigquery/client/client.ts';
import { retryTransient } from '../engines/bigquery/client/resilience.ts';
import { type LogTables, placeName } from '../engines/bigquery/table-places.ts';
import { openBigQueryTables, placedBigQueryTables } from '../engines/open-engine.ts';
import { readBigQueryConfig } from './command-config.ts';
import { runMain } from './run-main.ts';
import { createTable } from './warehouse/create-table.ts';
import { printBq, printTerraform } from './warehouse/print-tables.ts';

/** Dependencies of the command. */
export interface CreateEnvironment {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

const USAGE = `Usage: npm run warehouse:create -- [--print terraform|bq]

Creates the log tables of schema/tables in the dataset: partitioned by day, no query without a bound on the partition,
clustered by project and time. One that exists is left alone and checked; a difference is an error.

  --print terraform   print the same as Terraform resources, and create nothing
  --print bq          print the same as bq commands, and create nothing
`;

/** Creates the tables; returns exit code 1 if one could not be created or differs. */
export async function runCreate({ client, tables, print }: CreateEnvironment): Promise<number> {
  const { signal } = new AbortController();
  let failures = 0;
  for (const table of tables.values()) {
    const { outcome, problems } = await retryTransient(signal, () =>
      createTable(client, table, signal),
    );
    const what = [outcome, ...problems].join('; ');
    print(`${placeName(table.place)}: ${what}`);
    if (problems.length > 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

async function run(commandLine: readonly string[]): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const { values } = parseArgs({
    args: [...commandLine],
    options: { print: { type: 'string' }, help: { type: 'boolean' } },
  });
  const form = values.print;
  if (values.help || (form !== undefined && form !== 'terraform' && form !== 'bq')) {
    print(USAGE);
    return values.help ? 0 : 2;
  }
  const bigquery = readBigQueryConfig();
  if (form === undefined) return runCreate({ ...(await openBigQueryTables(bigquery)), print });
  const tables = [...placedBigQueryTables(bigquery).values()];
  print(form === 'bq' ? printBq(tables) : printTerraform(tables));
  return 0;
}

if (import.meta.main) await runMain(run);
