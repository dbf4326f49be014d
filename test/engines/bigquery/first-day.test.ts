/** `npm run test:warehouse`, with `first-day.e2e.test.ts`: what a first day on BigQuery brings. */
import { expect, test } from 'vitest';
import { failsLater, incomplete, status } from '../../support/bigquery/replies.ts';
import { openRig, RESULTS, SUBMIT } from './first-day/rig.ts';
import { trySituations } from './first-day/try-situations.ts';

trySituations({ areLong: false });

test('a job that failed in passing is run anew under another request id', async () => {
  const rig = await openRig();
  rig.server.script([{ match: SUBMIT, times: 1, reply: failsLater(503, 'backendError') }]);

  expect(await rig.ask()).toBe('a b');

  expect([rig.server.counters.jobs, rig.server.counters.requestIds]).toEqual([2, 2]);
});

test('a job that goes on while its rows cannot be had is not run a second time', async () => {
  const rig = await openRig({}, { timeoutMs: 4_000 });
  rig.server.script([
    { match: SUBMIT, reply: incomplete(1) },
    { match: RESULTS, reply: status(503, 'backendError') },
  ]);

  expect(await rig.ask()).toMatch(/ENGINE_UNAVAILABLE|QUERY_TIMEOUT/);

  expect(rig.server.counters.jobs).toBe(1);
});

test('every job is bounded by the service itself, and names its project', async () => {
  const rig = await openRig({ jobProject: 'billing-1' }, { timeoutMs: 7_000 });

  await rig.ask();

  const [{ body, path } = { body: {}, path: '' }] = rig.server.counters.log;
  expect(path).toContain('/projects/billing-1/');
  const { jobTimeoutMs } = body as { readonly jobTimeoutMs: string };
  expect(Number(jobTimeoutMs)).toBeGreaterThan(6_000);
  expect(Number(jobTimeoutMs)).toBeLessThanOrEqual(8_000);
});

test('BigQuery that does not answer at the start is no finding about its tables', async () => {
  const rig = await openRig();
  rig.server.script([
    { match: 'GET /datasets/{dataset}/tables/{table}', reply: status(503, 'backendError') },
  ]);

  expect(await rig.ready()).not.toBe('ready');

  expect([rig.unchecked.length, rig.findings]).toEqual([1, []]);
});
