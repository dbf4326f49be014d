import { MIN_TABLE_BYTES } from '../../../bill/price.ts';
import type { BillingStatistics } from '../jobs/query-response.ts';

const MEGABYTE = 2 ** 20;

/**
 * The bytes billed for a query.
 *
 * `totalBytesBilled` if present. Otherwise (older servers, emulators, and result pages after an incomplete answer) it
 * is derived from the processed bytes by BigQuery's rule: rounded up to a megabyte, and at least 10 MB per table. Job
 * statistics are not fetched: with optional job creation there may be no job, and otherwise it would cost a round
 * trip.
 */
export function billedBytes(response: BillingStatistics, tables: number): number {
  const billed = byteCount(response.totalBytesBilled);
  if (billed !== undefined) return billed;
  const processed = byteCount(response.totalBytesProcessed) ?? 0;
  if (response.cacheHit || processed === 0) return 0;
  return Math.max(Math.ceil(processed / MEGABYTE) * MEGABYTE, tables * MIN_TABLE_BYTES);
}

function byteCount(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : undefined;
}
