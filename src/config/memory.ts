import type { z } from 'zod';
import { formatByteSize } from './byte-size.ts';
import type { ENVIRONMENT } from './settings.ts';

/** Memory of the gateway process, without its cache. */
const GATEWAY_BYTES = 300e6;

/** Peak memory of the process that writes demo data; it runs for a moment every few seconds. */
const DEMO_BYTES = 300e6;

/** Throws if the parts need more memory than all of them may take. */
export function refuseTooLittleMemory(variables: z.output<typeof ENVIRONMENT>): void {
  const { MEMORY: all, CACHE_MEMORY: cache, DUCKDB_MEMORY: duckdb } = variables;
  const isEmbedded = variables.ENGINE === 'duckdb';
  const demo = variables.DEMO ? DEMO_BYTES : 0;
  const own = GATEWAY_BYTES + (isEmbedded ? demo : 0);
  const needed = own + 2 * cache + (isEmbedded ? duckdb : 0);
  if (needed <= all) return;
  const parts = `${isEmbedded ? 'DUCKDB_MEMORY, ' : ''}twice CACHE_MEMORY and ${formatByteSize(own)}`;
  throw new Error(
    `Cannot start with MEMORY=${formatByteSize(all)}: its parts, ${parts}, are ${formatByteSize(needed)}`,
  );
}
