import { readConfig } from '../config/config.ts';
import { readTableSchemas } from '../endpoint/tables.ts';
import type { Warehouse } from '../engines/bigquery/warehouse/check-statement.ts';
import { openWarehouse } from '../engines/bigquery/warehouse/open-warehouse.ts';
import { createTable } from '../engines/bigquery/warehouse/tables.ts';
import type { SchemaField } from '../googlesql/index.ts';

/** What the command needs of the process that runs it. */
export interface CreateEnvironment {
  readonly warehouse: Warehouse;
  /** The fields of each table, by logical name. */
  readonly schemas: ReadonlyMap<string, readonly SchemaField[]>;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

/** Runs `npm run warehouse:create`; the exit code is 1 where a table could not be made or is not what it should be. */
export async function runCreate({ warehouse, schemas, print }: CreateEnvironment): Promise<number> {
  let failures = 0;
  for (const [name, fields] of schemas) {
    const fullName = warehouse.tables.get(name) ?? '';
    try {
      const outcome = await createTable(warehouse.client, { name, fullName, fields });
      print(`${fullName}: ${outcome}`);
    } catch (error) {
      failures += 1;
      print(`${fullName}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failures === 0 ? 0 : 1;
}

if (import.meta.main) {
  try {
    const schemas = readTableSchemas();
    const warehouse = await openWarehouse(readConfig().bigquery, schemas.keys());
    process.exitCode = await runCreate({
      warehouse,
      schemas,
      print: (line) => void process.stdout.write(`${line}\n`),
    });
    warehouse.client.close();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
