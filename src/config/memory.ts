import type { z } from 'zod';
import { formatByteSize } from './byte-size.ts';
import type { ENVIRONMENT } from './settings.ts';

/** Memory of the gateway process, without its cache. */
const GATEWAY_BYTES = 300e6;

/** Throws if the parts need more memory than all of them may take. */
export function refuseTooLittleMemory(variables: z.output<typeof ENVIRONMENT>): void {
  const { MEMORY: all, CACHE_MEMORY: cache, DUCKDB_MEMORY: duckdb } = variables;
  const isEmbedded = variables.ENGINE === 'duckdb';
  const needed = GATEWAY_BYTES + 2 * cache + (isEmbedded ? duckdb : 0);
  if (needed <= all) return;
  const parts = `${isEmbedded ? 'DUCKDB_MEMORY, ' : ''}twice CACHE_MEMORY and ${formatByteSize(GATEWAY_BYTES)}`;
  throw new Error(
    `Cannot start with MEMORY=${formatByteSize(all)}: its parts, ${parts}, are ${formatByteSize(needed)}`,
  );
}
