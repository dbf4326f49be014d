import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { printSchema } from 'graphql';
import { prepareEndpoints } from '../catalog/prepare.ts';
import { readTables } from '../endpoint/tables.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import { createSchema } from './schema/schema.ts';

/** The committed contract. */
export const SDL_FILE = new URL('../../schema/schema.graphql', import.meta.url);

/** The schema as SDL text, as committed. */
export function printSdl(schema: GraphQLSchema): string {
  return `${printSchema(schema)}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(SDL_FILE, printSdl(createSchema(prepareEndpoints(ENDPOINTS, readTables()))));
}
