import { expect, test } from 'vitest';
import type { BigQueryEngineOptions } from '../../../../src/engines/bigquery/bigquery-engine.ts';
import type { EngineQuery } from '../../../../src/engines/engine.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { openBigQueryServer } from '../../../support/bigquery/open-server.ts';
import { delay, edit, incomplete, status } from '../../../support/bigquery/replies.ts';
import type { Reply } from '../../../support/bigquery/script.ts';
import { fixtureStore } from '../../../support/fixture-store.ts';
import { PROJECT } from '../../../support/project.ts';
import { compileQuery } from '../../compile-query.ts';
import { openEngine } from '../open-engine.ts';

const NEVER = new AbortController().signal;

const query = (n = 1, options: Partial<EngineQuery> = {}) =>
  compileQuery(
    'SELECT COUNT(t.id) + @n AS n FROM `postgres.logs` AS t',
    { n: { type: SCALARS.INT64, value: n } },
    { tables: PROJECT.tables, ...options },
  );

async function openFilled(options: Partial<BigQueryEngineOptions> = {}) {
  const server = await openBigQueryServer({ store: await fixtureStore() });
  const engine = openEngine(server.url, options);
  const run = (asked: EngineQuery) => engine.run(asked, { signal: NEVER });
  return { server, run, dryRuns: () => server.counters.requests('POST /jobs') };
}

test("a caller's statement is dry-run when it runs first, and not again for other values", async () => {
  const { server, run, dryRuns } = await openFilled();

  await run(query(1));
  await run(query(2));
  await Promise.all([run(query(3)), run(query(4))]);

  expect(dryRuns()).toBe(1);
  expect(server.counters.jobs).toBe(4);
});

test('a dry run and its query are one round trip: neither waits for the other', async () => {
  const { server, run } = await openFilled();
  const both = Promise.withResolvers<void>();
  const together: Reply = async (exchange) => {
    const { counters } = server;
    const areBoth = ['POST /jobs', 'POST /queries'].every((route) => counters.requests(route) > 0);
    if (areBoth) both.resolve();
    await both.promise;
    return exchange.normal();
  };
  server.script([
    { match: 'POST /jobs', reply: together },
    { match: 'POST /queries', reply: together },
  ]);

  await expect(run(query())).resolves.toMatchObject({ rows: [expect.anything()] });
});

test('where slots are paid for, which bounds no bytes, the dry run comes first', async () => {
  const { server, run, dryRuns } = await openFilled({ pricing: 'slots' });

  await run(query(1));
  await expect(run(query(1, { limits: { endpointBytes: 1 } }))).rejects.toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
  });

  expect(dryRuns()).toBe(1);
  expect(server.counters.log.map(({ route }) => route).slice(0, 2)).toEqual([
    'POST /jobs',
    'POST /queries',
  ]);
});

test('a stored statement is not dry-run', async () => {
  const { run, dryRuns } = await openFilled();

  await run(query(1, { isCallersSql: false }));

  expect(dryRuns()).toBe(0);
});

test.each([
  ['reads another table', '"tableId":"postgres_logs"', '"tableId":"secrets"'],
  ['reads a table of another dataset', '"datasetId":"logs"', '"datasetId":"private"'],
  ['is no SELECT', '"statementType":"SELECT"', '"statementType":"SCRIPT"'],
])("a caller's statement that BigQuery says %s is never answered", async (_, said, instead) => {
  const { server, run } = await openFilled();
  const change = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(said, instead));
  server.script([{ match: 'POST /jobs', reply: edit(change) }]);

  await expect(run(query())).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  await expect(run(query())).rejects.not.toThrow(/secrets|private|postgres/);
});

test('a job whose dry run does not approve it is cancelled', async () => {
  const { server, run } = await openFilled();
  server.script([
    { match: 'POST /queries', reply: incomplete(1_000) },
    { match: 'POST /jobs', reply: delay(50, status(400, 'invalidQuery')) },
  ]);

  await expect(run(query())).rejects.toMatchObject({ code: 'SQL_INVALID' });

  await expect.poll(() => server.counters.allCancels).toBe(1);
});

test("a caller's statement that would read too much is refused before it is charged", async () => {
  const { server, run } = await openFilled();
  const limits = { endpointBytes: 1 };

  const refused = run(query(1, { limits }));

  await expect(refused).rejects.toMatchObject({ code: 'COST_LIMIT_EXCEEDED' });
  expect(server.counters).toMatchObject({ jobs: 0, bytesBilled: 0 });
});

test('a text is asked about once, and bounded by what may be billed when its values have changed', async () => {
  const { server, run, dryRuns } = await openFilled();
  const limits = { endpointBytes: 1 };

  await run(query(1));
  await expect(run(query(2, { limits }))).rejects.toMatchObject({ code: 'COST_LIMIT_EXCEEDED' });

  expect(dryRuns()).toBe(1);
  expect(server.counters.jobs).toBe(1);
});

test('a dry run that failed is made again', async () => {
  const { server, run, dryRuns } = await openFilled();
  server.script([{ match: 'POST /jobs', times: 1, reply: status(403, 'accessDenied') }]);

  await expect(run(query())).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  await run(query());

  expect(dryRuns()).toBe(2);
});
