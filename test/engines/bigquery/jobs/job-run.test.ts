import { expect, test } from 'vitest';
import { Resilience } from '../../../../src/engines/bigquery/client/resilience.ts';
import { JobRun } from '../../../../src/engines/bigquery/jobs/job-run.ts';
import type { BillingStatistics } from '../../../../src/engines/bigquery/jobs/query-response.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import { openClient } from '../open-engine.ts';

test('JobRun tells what is billed of a job whose caller left before its answer came', async () => {
  const server = await openBigQueryServer();
  const caller = new AbortController();
  const billed = Promise.withResolvers<BillingStatistics>();
  const run = new JobRun({
    client: openClient(server.url),
    resilience: new Resilience(),
    stop: caller.signal,
    deadline: performance.now() + 30_000,
    serverWaitMs: 10_000,
    maxResults: 2,
    billed: billed.resolve,
    background: (work) => void work.catch(billed.reject),
  });

  const answer = run.complete({ query: 'SELECT 1 AS n', useLegacySql: false });
  caller.abort(new Error('left'));

  await expect(answer).rejects.toThrow('left');
  expect(await billed.promise).toMatchObject({ jobComplete: true });
  expect(server.counters.cancels.size).toBe(0);
});
