import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateway } from '../../support/gateway.ts';
import { edgeRow, invocationRow } from '../../support/log-rows.ts';

const NOW = '2026-07-01T12:00:00Z';
const SECRET = 'belongs-to-the-other';

/** Rows of two tenants, each row of the second marked in every string. */
function rowsOf(seconds: readonly number[]) {
  const at = (second: number) => new Date(Date.parse(NOW) - second * 1_000).toISOString();
  const mine = { project: 'mine' };
  const other = {
    project: 'other',
    message: SECRET,
    path: `/rest/${SECRET}`,
    url: `https://mine.example.com/${SECRET}`,
  };
  return {
    'cloudflare.logs.prod': seconds.flatMap((second, i) => [
      edgeRow({ at: at(second), id: `m${i}`, ...mine }),
      edgeRow({ at: at(second), id: `${SECRET}${i}`, ...other }),
    ]),
    'deno-relay-logs': seconds.flatMap((second) => [
      invocationRow({ at: at(second), ...mine }),
      invocationRow({ at: at(second), project: 'other', functionId: SECRET, ms: 987_654 }),
      // One record of both tenants: shown to neither.
      {
        timestamp: at(second),
        metadata: [
          { project_ref: 'mine', execution_time_ms: 987_654 },
          { project_ref: 'other', execution_time_ms: 987_654, function_id: SECRET },
        ],
      },
    ]),
  };
}

const PATTERNS = ['mine', 'other', '.*', 'mine|other', '', 'm', "mine' OR '1'='1"];

test('a pinned key sees no byte of another tenant, through any endpoint, interface, pattern or bound', async () => {
  const { app, keys } = await gateway({ rows: rowsOf([1, 30, 90, 3_000, 80_000]), now: NOW });
  const pinned = keys.add({ pins: new Map([['project', 'mine']]) });
  const endpoint = fc.constantFrom('logs.all', 'usage.api-counts', 'functions.invocation-stats');
  const query = fc.record(
    {
      project: fc.constantFrom(...PATTERNS),
      project_tier: fc.constantFrom('FREE', 'ENTERPRISE'),
      interval: fc.constantFrom('minutely', 'daily', '5min', '7day'),
      function_id: fc.constantFrom('', 'f1', SECRET),
      iso_timestamp_start: fc.constantFrom('', '2020-01-01', '2026-07-01T11:59:00Z'),
      iso_timestamp_end: fc.constantFrom('', '2026-07-01T11:59:30Z', '9999-12-31'),
    },
    { requiredKeys: [] },
  );

  await fc.assert(
    fc.asyncProperty(endpoint, query, async (name, values) => {
      const response = await app.inject({
        url: `/api/endpoints/query/${name}?${new URLSearchParams(values)}`,
        headers: { 'x-api-key': pinned },
      });
      expect(response.body).not.toContain(SECRET);
      expect(response.body).not.toContain('987654');
      if (values.project && values.project !== 'mine') expect(response.statusCode).not.toBe(200);
    }),
    { numRuns: 150 },
  );
});

test('a pinned pattern is taken literally and as a filter on the tenant column', async () => {
  const { app, keys } = await gateway({ rows: rowsOf([10]), now: NOW });
  const pinned = keys.add({ pins: new Map([['project', 'mine']]) });

  const response = await app.inject({
    url: '/api/endpoints/query/usage.api-counts?interval=hourly',
    headers: { 'x-api-key': pinned },
  });

  // The other tenant's row has "mine" in its URL, and is not counted.
  expect(response.json()).toMatchObject({ result: [{ total_rest_requests: 1 }] });
});

test('a pinned key gets the same protection through GraphQL', async () => {
  const { app, keys } = await gateway({ rows: rowsOf([10, 20]), now: NOW });
  const pinned = keys.add({ pins: new Map([['project', 'mine']]) });
  const query = `{
    mine: logsAll(project: "mine", projectTier: PRO) { rows { id eventMessage metadataJson } }
    other: logsAll(project: "other", projectTier: PRO) { rows { id eventMessage } }
    usage: usageApiCounts(project: ".*", interval: DAILY) { rows { totalRestRequests } }
  }`;

  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': pinned, 'content-type': 'application/json' },
    payload: JSON.stringify({ query }),
  });

  const { data, errors } = response.json();
  expect(response.body).not.toContain(SECRET);
  expect(data).toMatchObject({
    other: null,
    usage: null,
    mine: { rows: [{ id: 'm0' }, { id: 'm1' }] },
  });
  expect(errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual([
    'FORBIDDEN',
    'FORBIDDEN',
  ]);
});
