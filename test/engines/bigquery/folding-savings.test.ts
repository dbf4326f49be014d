import { expect, test } from 'vitest';
import { SCALARS } from '../../../src/googlesql/types.ts';
import { openShop } from '../../examples/shop/open-shop.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { status } from '../../support/bigquery/replies.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { PROJECT } from '../../support/project.ts';
import { compileQuery } from '../compile-query.ts';
import { openEngine } from './open-engine.ts';

const NEVER = new AbortController().signal;
const ABSENT = { q: { type: SCALARS.STRING, value: null } };

const compiled = (sql: string) =>
  compileQuery(sql, ABSENT, { tables: PROJECT.tables, isCallersSql: false });

const FOLDED = 'SELECT t.id FROM `postgres.logs` AS t';
const WRITTEN = `${FOLDED} WHERE @q IS NULL OR t.event_message = @q`;

async function openFilled() {
  const server = await openBigQueryServer({ store: await fixtureStore(), bytesScale: 1e6 });
  const engine = openEngine(server.url, { maxBytesBilled: 1e15 });
  const run = () =>
    engine.run({ ...compiled(FOLDED), unfolded: compiled(WRITTEN).statement }, { signal: NEVER });
  const dryRuns = () => server.counters.requests('POST /jobs');
  return { server, engine, run, dryRuns };
}

test('BigQueryEngine counts what folding saves as a dry run of the written statement tells', async () => {
  const { engine, run, dryRuns } = await openFilled();
  const plain = await engine.run(compiled(WRITTEN), { signal: NEVER });

  const first = await run();
  await expect.poll(async () => (await run()).runSaved).toBeDefined();
  const later = await run();

  expect(first.runSaved).toBeUndefined();
  expect(later.bytesBilled).toBeLessThan(plain.bytesBilled);
  expect(later.runSaved).toEqual({ folding: plain.bytesBilled - later.bytesBilled });
  // The table is clustered, so that what was run is dry-run too.
  expect(dryRuns()).toBe(2);
});

test('a dry run for it that fails is made again, and no answer is the worse for it', async () => {
  const { run, dryRuns, server } = await openFilled();
  server.script([{ match: 'POST /jobs', times: 1, reply: status(400, 'invalidQuery') }]);

  await expect(run()).resolves.toMatchObject({ bytesBilled: expect.any(Number) });
  await expect.poll(dryRuns).toBe(1);

  await expect.poll(async () => (await run()).runSaved).toBeDefined();
  expect(dryRuns()).toBe(3);
});

test('a query names the written statement only where absent parameters were folded', async () => {
  const shop = await openShop();

  await shop.rest('revenue.by-day', { since: '2026-03-01' });
  const all = { since: '2026-03-01', until: '2026-03-31', countries: 'NL' };
  await shop.rest('revenue.by-day', all);

  expect(shop.runs.map(({ unfolded }) => unfolded !== undefined)).toEqual([true, false]);
});
