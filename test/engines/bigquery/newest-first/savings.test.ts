import { expect, test } from 'vitest';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import type { Event } from '../../../fuzz/newest-first/questions.ts';
import { EVENTS, openEvents } from '../../../support/bigquery/event-tables.ts';
import type { Exchange } from '../../../support/bigquery/exchange.ts';
import { compileQuery } from '../../compile-query.ts';

const NEVER = new AbortController().signal;
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 6, 10, 12);

const SQL = `SELECT t.at, t.id FROM ${EVENTS} AS t WHERE t.at >= @since ORDER BY t.at DESC, t.id LIMIT 3`;

/** As many events of each of thirty days. */
function eventsOf(aDay: number): readonly Event[] {
  return Array.from({ length: 30 * aDay }, (_, i) => ({
    at: (NOON - Math.floor(i / aDay) * DAY) * 1_000,
    id: `e${i}`,
    n: 1,
    tags: [],
  }));
}

async function openRig(aDay: number) {
  const { clock, fill, open, server, tables } = await openEvents({ bytesScale: 1e6 });
  fill(eventsOf(aDay));
  clock.ms = NOON;
  const engine = await open();
  const run = (daysAgo = 20, sql = SQL) => {
    const since = { type: SCALARS.TIMESTAMP, value: (NOON - daysAgo * DAY) * 1_000 };
    const query = compileQuery(sql, { since }, { tables, isCallersSql: false });
    return engine.run(query, { signal: NEVER });
  };
  const dryRuns = () => server.counters.requests('POST /jobs');
  const before = dryRuns();
  return { server, run, dryRuns: () => dryRuns() - before };
}

/** The same rows in one job, as OFFSET is not run in steps. */
const WHOLE = SQL.replace('LIMIT 3', 'LIMIT 3 OFFSET 0');

test.each([
  ['one step', 5],
  ['three', 1],
])(
  'what %s saved is told by a dry run of the whole statement, once for each window',
  async (_, aDay) => {
    const { dryRuns, run } = await openRig(aDay);
    const whole = await run(20, WHOLE);
    const wider = await run(25, WHOLE);

    const first = await run();
    await expect.poll(async () => (await run()).runSaved).toBeDefined();
    const later = await run();

    expect(first.runSaved).toBeUndefined();
    expect(later.rows).toEqual(whole.rows);
    expect(later.runSaved).toEqual({ newestFirst: whole.bytesBilled - later.bytesBilled });
    expect(dryRuns()).toBe(1);
    await expect.poll(async () => (await run(25)).runSaved).toBeDefined();
    const last = await run(25);
    expect(last.runSaved).toEqual({ newestFirst: wider.bytesBilled - last.bytesBilled });
    expect(dryRuns()).toBe(2);
  },
);

/** As of a clustered table, of which a job reads less than its dry run says. */
async function clustered(exchange: Exchange, times: number) {
  const { body, ...answer } = await exchange.normal();
  const { statistics } = body as { readonly statistics: { readonly query: object } };
  const query = statistics.query as { readonly totalBytesProcessed: string };
  const totalBytesProcessed = String(times * Number(query.totalBytesProcessed));
  const bound = { totalBytesProcessed, totalBytesProcessedAccuracy: 'UPPER_BOUND' };
  return { ...answer, body: { ...body, statistics: { query: { ...query, ...bound } } } };
}

test('of a clustered table only the share is counted that the first step has read', async () => {
  const { dryRuns, run, server } = await openRig(5);
  const whole = await run(20, WHOLE);
  server.script([{ match: 'POST /jobs', reply: (exchange) => clustered(exchange, 4) }]);

  await run();
  await expect.poll(async () => (await run()).runSaved).toBeDefined();
  const later = await run();

  const saved = whole.bytesBilled - later.bytesBilled;
  // Jobs are billed whole megabytes, of which the first step reads few.
  expect(Math.abs((later.runSaved?.newestFirst ?? 0) - saved)).toBeLessThan(saved / 40);
  expect(dryRuns()).toBe(2);
});
