/** `npm run test:warehouse`: what a first day on BigQuery brings, what is expected of it, what was seen and what it cost. */
import { afterAll, expect, test } from 'vitest';
import { failsLater, incomplete, status } from '../../support/bigquery/replies.ts';
import { JOBS } from './first-day/jobs.ts';
import { MANY } from './first-day/many.ts';
import { REQUESTS } from './first-day/requests.ts';
import { openRig, RESULTS, SUBMIT } from './first-day/rig.ts';
import { SCHEMAS } from './first-day/schemas.ts';
import { START } from './first-day/start.ts';

const lines: string[] = [];

const SITUATIONS = [...REQUESTS, ...JOBS, ...SCHEMAS, ...START, ...MANY];

test.each(SITUATIONS)(
  '$name: $expected',
  async (situation) => {
    const { seen, server } = await situation.try();

    const { counters } = server;
    lines.push(
      [
        situation.name.padEnd(58),
        situation.expected.padEnd(38),
        seen.padEnd(38),
        `${counters.jobs} jobs`,
        `${(counters.bytesBilled / 2 ** 20).toFixed(0)} MiB`,
      ].join(' '),
    );
    expect(seen).toBe(situation.expected);
    // A job that failed is not billed, and one question is billed once.
    const billed = counters.bytesBilled / (10 * 2 ** 20);
    expect(billed).toBeLessThanOrEqual(situation.billed ?? 1);
  },
  60_000,
);

afterAll(() => {
  const head = `${'situation'.padEnd(58)} ${'expected'.padEnd(38)} ${'seen'.padEnd(38)} cost`;
  process.stdout.write(`\n${head}\n${lines.join('\n')}\n`);
});

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
