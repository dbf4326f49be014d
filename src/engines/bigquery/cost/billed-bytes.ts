import type { QueryResponse } from '../jobs/query-response.ts';

const MEGABYTE = 2 ** 20;
const MINIMUM = 10 * MEGABYTE;

/**
 * What a run was billed for.
 *
 * BigQuery says it in `totalBytesBilled`. Where that is missing (older servers, emulators, and pages of results that
 * came after an incomplete answer) it follows from the processed bytes by BigQuery's own rule: rounded up to a
 * megabyte, and at least 10 MB for each table. With optional job creation there may be no job whose statistics could
 * be asked for, and with one that would be a second round trip for a number that is known already.
 */
export function billedBytes(response: QueryResponse, tables: number): number {
  const said = byteCount(response.totalBytesBilled);
  if (said !== undefined) return said;
  const processed = byteCount(response.totalBytesProcessed) ?? 0;
  if (response.cacheHit || processed === 0) return 0;
  return Math.max(Math.ceil(processed / MEGABYTE) * MEGABYTE, tables * MINIMUM);
}

function byteCount(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : undefined;
}
