import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { printSdl } from '../../graphql/print.ts';
import { createSchema } from '../../graphql/schema/schema.ts';
import { printOpenApi } from '../../rest/print.ts';
import { printContract } from './contract.ts';

/** The files of a project's `schema/` by their names: what callers rely on, printed. */
export function schemaFiles(endpoints: readonly PreparedEndpoint[]): ReadonlyMap<string, string> {
  const schema = createSchema(endpoints);
  return new Map([
    ['contract.json', printContract(endpoints, schema)],
    ['openapi.json', printOpenApi(endpoints)],
    ['schema.graphql', printSdl(schema)],
  ]);
}
