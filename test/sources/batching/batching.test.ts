import { expect, test } from 'vitest';
import { openEngine } from '../../engines/bigquery/open-engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { gateway } from '../../support/gateway.ts';
import { invocationRow } from '../../support/log-rows.ts';

const TABLE = 'deno-relay-logs';
const NOW = '2026-07-01T12:00:30Z';
const COUNT = 20;
const IDS = Array.from({ length: COUNT }, (_, i) => `f${i}`);

/** Function `f<n>` was called n times. */
const ROWS = {
  [TABLE]: IDS.flatMap((functionId, n) =>
    Array.from({ length: n }, () =>
      invocationRow({ at: '2026-07-01T12:00:10Z', functionId, ms: n }),
    ),
  ),
};

/** The window ends when it is full, so that nothing depends on how fast requests arrive. */
const full = (maxMembers: number) => ({ windowMs: 60_000, maxMembers });

test('twenty aliases for twenty functions are one query', async () => {
  const { graphql, runs } = await gateway({ rows: ROWS, now: NOW, batching: full(COUNT) });
  const fields = IDS.map(
    (id) =>
      `${id}: functionsInvocationStats(project: "demo", interval: FIVE_MINUTES, functionId: "${id}") { rows { count maxExecutionTime } }`,
  );

  const { data } = await graphql<
    Record<string, { rows: { count: string; maxExecutionTime: number }[] }>
  >(`{ ${fields.join('\n')} }`);

  expect(runs).toHaveLength(1);
  const counts = IDS.map((id) => data[id]?.rows.reduce((sum, { count }) => sum + Number(count), 0));
  expect(counts).toEqual(IDS.map((_, n) => n));
  expect(data['f7']?.rows).toHaveLength(301);
});

test('twenty requests at once are one BigQuery job, with the filter that a partitioned table demands', async () => {
  const { rest, runs } = await gateway({
    rows: ROWS,
    now: NOW,
    batching: full(COUNT),
    openEngine: async (store) =>
      openEngine((await openBigQueryServer({ store, requirePartitionFilter: true })).url),
  });

  const answers = await Promise.all(
    IDS.map((function_id) =>
      rest('functions.invocation-stats', { project: 'demo', interval: '15min', function_id }),
    ),
  );

  expect(runs).toHaveLength(1);
  expect(answers.map(({ body }) => body.result.at(-1)?.['count'])).toEqual(IDS.map((_, n) => n));
  expect(answers.map(({ body }) => body.result.length)).toEqual(IDS.map(() => 16));
});

test('twenty requests at once are one query', async () => {
  const { rest, runs } = await gateway({ rows: ROWS, now: NOW, batching: full(COUNT) });

  const answers = await Promise.all(
    IDS.map((function_id) =>
      rest('functions.invocation-stats', { project: 'demo', interval: '15min', function_id }),
    ),
  );

  expect(runs).toHaveLength(1);
  expect(answers.map(({ body }) => body.result.at(-1)?.['count'])).toEqual(IDS.map((_, n) => n));
});

test('requests of different tenants, intervals and keys without function never meet', async () => {
  const { rest, keys, runs } = await gateway({ rows: ROWS, now: NOW, batching: full(2) });
  const pinnedTo = (project: string) => ({
    'x-api-key': keys.add({ pins: new Map([['project', project]]) }),
  });
  const [mine, again, other] = [pinnedTo('demo'), pinnedTo('demo'), pinnedTo('other')];
  const ask = (functionId: string, interval: string, headers: Record<string, string>) =>
    rest('functions.invocation-stats', { interval, function_id: functionId }, headers);

  const answers = await Promise.all([
    ask('f3', '15min', mine),
    ask('f3', '15min', other),
    ask('f3', '1hr', mine),
    rest('functions.invocation-stats', { project: 'demo', interval: '15min', function_id: 'f3' }),
    ask('', '15min', mine),
    ask('f4', '15min', again),
    ask('f4', '15min', other),
    ask('f4', '1hr', again),
    rest('functions.invocation-stats', { project: 'demo', interval: '15min', function_id: 'f4' }),
  ]);

  const asked = runs.map(({ parameters }) =>
    ['_tenant', 'function_id', '_members'].map((name) => parameters.get(name)?.value),
  );
  expect(asked).toHaveLength(5);
  expect(asked).toEqual(
    expect.arrayContaining([
      ['demo', null, undefined],
      ['demo', undefined, ['f3', 'f4']],
      ['other', undefined, ['f3', 'f4']],
      [undefined, undefined, ['f3', 'f4']],
    ]),
  );
  expect(answers.map(({ body }) => body.result.at(-1)?.['count'])).toEqual([
    3, 0, 3, 3, 190, 4, 0, 4, 4,
  ]);
});

test('a request that is alone runs its own query', async () => {
  const { rest, runs } = await gateway({ rows: ROWS, now: NOW });

  const { body } = await rest('functions.invocation-stats', {
    project: 'demo',
    interval: '15min',
    function_id: 'f5',
  });

  expect(body.result.at(-1)?.['count']).toBe(5);
  expect(runs.map(({ parameters }) => parameters.get('function_id')?.value)).toEqual(['f5']);
});
