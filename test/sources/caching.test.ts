import { expect, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { Counters } from '../../src/cache/counters.ts';
import { ResultCache } from '../../src/cache/result-cache.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import { Runner } from '../../src/execution/runner.ts';
import { CachedSource } from '../../src/sources/cache/cached-source.ts';
import type { Plan } from '../../src/sources/source.ts';
import { encodeResult } from '../../src/values/encode.ts';
import { gateway } from '../support/gateway.ts';
import { live } from '../support/live.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { PROJECT } from '../support/project.ts';
import { runRequest } from '../support/run-request.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testCaller } from '../support/test-caller.ts';

const ROWS = {
  'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:59:00Z', project: 'demo' })],
};

const COUNTS = { project: 'demo', interval: 'hourly' };

test('1 000 concurrent cold requests through both interfaces are one engine query', async () => {
  const { rest, graphql, runs } = await gateway({ rows: ROWS });
  const field = 'usageApiCounts(project: "demo", interval: HOURLY)';

  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) =>
      i % 2 === 0
        ? rest('usage.api-counts', COUNTS).then(({ status }) => status)
        : graphql(`{ ${field} { rowCount } }`).then(({ errors }) => (errors ? 500 : 200)),
    ),
  );

  expect(runs).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([200]));
});

test('24 operations that ask the same in other words are one engine query', async () => {
  const { graphql, runs } = await gateway({ rows: ROWS });
  const selections = ['rowCount', 'rows { timestamp }', 'rows { totalAuthRequests } truncated'];
  const operations = Array.from({ length: 24 }, (_, i) => {
    const space = ' '.repeat(1 + (i % 4));
    const name = i % 2 === 0 ? '' : `query Q${i}`;
    const args =
      i % 3 === 0 ? 'interval: HOURLY, project: "demo"' : 'project: "demo" interval: HOURLY';
    return `${name}${space}{ a${i}: usageApiCounts(${args})${space}{ ${selections[i % 3]} } }`;
  });

  const answers = await Promise.all(operations.map((operation) => graphql(operation)));

  expect(answers.every(({ errors }) => errors === undefined)).toBe(true);
  expect(runs).toHaveLength(1);
});

test('an uncached endpoint runs once for those who wait for it, and anew for who comes later', async () => {
  const { rest, runs } = await gateway({ rows: ROWS });
  const query = { project: 'demo', project_tier: 'PRO' };

  await Promise.all(Array.from({ length: 50 }, () => rest('logs.all', query)));
  await rest('logs.all', query);

  expect(runs).toHaveLength(2);
});

test("a caller's own SQL is kept as its endpoint's rows are", async () => {
  const { rest, runs } = await gateway({ rows: ROWS });
  const ask = (sql: string) => rest('usage.api-counts', { ...COUNTS, sql });

  const first = await ask('SELECT COUNT(*) AS n FROM requests');
  const second = await ask('select  COUNT(*) as n\nfrom requests -- again');

  expect(first.status).toBe(200);
  expect(second.body.result).toEqual(first.body.result);
  expect(runs).toHaveLength(1);
});

const ADDRESS = '203.0.113.77';

/** A runner over a cache whose rows show an address in every text. */
function telling(): Runner {
  const source = new ScriptedSource((plan) => ({
    rows: [plan.columns.map(({ type }) => (type.kind === 'STRING' ? `from ${ADDRESS}` : 1n))],
    cacheStatus: 'MISS',
    computedAt: 0n,
  }));
  const cache = new CachedSource({
    source,
    cache: new ResultCache<Plan>({ stored: 1e6, sandbox: 1e6 }),
    counters: new Counters(),
    clock: () => 0n,
    onRefreshError: () => {},
  });
  return new Runner(cache, { dataSource: 'test' });
}

/** Asks the nth of many questions of two keys; says whether the answer shows an address, and whether it must not. */
function asking(runner: Runner) {
  const registry = new Registry(prepareEndpoints(PROJECT));
  const open = testCaller({ keyId: 'open', name: 'open' });
  const redacting: Caller = { ...open, keyId: 'redacting', redact: true };
  return async (n: number) => {
    const caller = n % 3 === 0 ? redacting : open;
    const redact = n % 5 === 1;
    const request: RunRequest = {
      endpoint: registry.find('usage.api-counts', caller),
      caller,
      // So many questions that some are always new and some were pushed out.
      arguments: { project: `p${(n * 7) % 500}`, interval: 'hourly' },
      sql: n % 2 === 0 ? `SELECT 'x', ${n % 10}, @project FROM requests` : undefined,
      redact,
      via: 'rest',
    };
    const { columns, rows } = await runRequest(runner, request, live());
    return {
      isShown: (await encodeResult(columns, rows)).includes(ADDRESS),
      mustHide: redact || caller.redact,
    };
  };
}

test('no unredacted byte reaches a request that redacts, in 100 000 of two keys', async () => {
  const ask = asking(telling());
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  for (let start = 0; start < 100_000; start += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => ask(start + i)))));
  }
  const shown = answers.filter(({ isShown }) => isShown);

  expect(shown.filter(({ mustHide }) => mustHide)).toEqual([]);
  expect(shown.length).toBeGreaterThan(10_000);
});
