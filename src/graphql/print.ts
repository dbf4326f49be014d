import { writeFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { printSchema } from 'graphql';
import { prepareEndpoints } from '../catalog/prepare.ts';
import { OWN_FOLDER } from '../files/own-folder.ts';
import { loadProject } from '../project/load-project.ts';
import { printCacheConfig } from './cache-config.ts';
import { createSchema } from './schema/schema.ts';

/** The committed contract. */
export const SDL_FILE = new URL('../../schema/schema.graphql', import.meta.url);

/** The committed configuration of clients' caches. */
export const CACHE_CONFIG_FILE = new URL('../../examples/cache-config.ts', import.meta.url);

/** The schema as SDL text, as committed. */
export function printSdl(schema: GraphQLSchema): string {
  return `${printSchema(schema)}\n`;
}

if (import.meta.main) {
  const schema = createSchema(prepareEndpoints(await loadProject(OWN_FOLDER)));
  writeFileSync(CACHE_CONFIG_FILE, printCacheConfig(schema));
}
