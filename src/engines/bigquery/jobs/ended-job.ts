import { setTimeout as sleep } from 'node:timers/promises';
import type { BigQueryClient } from '../client/client.ts';
import { type BillingStatistics, type JobReference, member } from './query-response.ts';

const FIRST_PAUSE_MS = 50;

/**
 * Waits for the end of a job and returns its own statistics; rejects with the signal's reason, or if the job cannot be read. What
 * a cancelled job read says nothing of its bill.
 */
export async function endedJob(
  client: Pick<BigQueryClient, 'job'>,
  job: JobReference,
  signal: AbortSignal,
): Promise<BillingStatistics> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const { statistics, status } = await client.job(job, signal);
    if (member(status)['state'] === 'DONE') {
      const { totalBytesBilled = '0', totalSlotMs = '0' } = member(member(statistics)['query']);
      return { totalBytesBilled, totalSlotMs };
    }
    await sleep(pauseMs, undefined, { signal, ref: false });
  }
}
