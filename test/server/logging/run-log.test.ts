import { expect, test } from 'vitest';
import { gateway } from '../../support/gateway.ts';

const USAGE = { project: 'demo', interval: 'daily' };

/** The fields of a line that say what was run. */
function ranOf(entry: Readonly<Record<string, unknown>> | undefined): object {
  const { level: _, time, requestId, method, path, ms, keyId, msg, ...ran } = entry ?? {};
  return ran;
}

test('the line of a REST request says what was run, from where its rows came and what it took', async () => {
  const { log, rest } = await gateway({ usesMicrocache: true });

  for (let i = 0; i < 4; i += 1) await rest('usage.api-counts', USAGE);

  const same = { status: 200, via: 'rest', endpoints: 'usage.api-counts', rows: 0 };
  expect(log.entries.map(ranOf)).toEqual([
    {
      ...same,
      cache: 'MISS',
      queueMs: expect.toBeOneOf([undefined, expect.any(Number)]),
      engineMs: expect.any(Number),
      encodeMs: expect.any(Number),
    },
    { ...same, cache: 'HIT', encodeMs: expect.any(Number) },
    { ...same, cache: 'HIT', encodeMs: expect.any(Number) },
    // From the microcache.
    { ...same, cache: 'HIT', encodeMs: 0 },
  ]);
});

test("the line of a refused request has its code, and a caller's SQL is a hash", async () => {
  const { log, rest } = await gateway();

  await rest('logs.all', {
    project: 'demo',
    project_tier: 'PRO',
    sql: 'SELECT secret_column FROM nowhere',
  });
  await rest('usage.api-counts', { project: 'demo' });

  expect(log.entries.map(ranOf)).toEqual([
    {
      status: 400,
      code: 'SQL_INVALID',
      via: 'rest',
      endpoints: 'logs.all',
      sqlHashes: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    { status: 400, code: 'BAD_USER_INPUT', via: 'rest', endpoints: 'usage.api-counts' },
  ]);
  expect(log.text.join('')).not.toContain('secret_column');
});

test("lines of level debug have the text of a caller's SQL by its hash", async () => {
  const { graphql, log } = await gateway({ logLevel: 'debug' });
  const query = `query ($sql: String!) {
    sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: $sql) { rowCount }
  }`;

  await graphql(query, { sql: 'SELECT 1 AS n' });

  const [text, request] = log.entries;
  expect(text).toMatchObject({
    level: 'debug',
    sql: 'SELECT 1 AS n',
    requestId: request?.['requestId'],
  });
  expect(request?.['sqlHashes']).toBe(text?.['sqlHash']);
});

test('no line has a key that was sent as the name of an operation or in SQL, nor a long name', async () => {
  const { graphql, log } = await gateway({ logLevel: 'debug' });
  const secret = `fsk_${'Ab3'.repeat(15)}`;
  const run = 'usageApiCounts(project: "demo", interval: DAILY) { rowCount }';

  await graphql(`query ${secret} { ${run} }`);
  await graphql(`query ${'L'.repeat(200)} { ${run} }`);
  await graphql(
    'query ($sql: String!) { sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: $sql) { rowCount } }',
    { sql: `SELECT '${secret}' AS n` },
  );

  expect(log.text.join('')).not.toContain(secret);
  expect(log.entries).toContainEqual(expect.objectContaining({ operation: 'fsk_…' }));
  expect(log.entries).toContainEqual(expect.objectContaining({ sql: "SELECT 'fsk_…' AS n" }));
  expect(log.entries).toContainEqual(expect.objectContaining({ operation: 'L'.repeat(128) }));
});

test('the line of a GraphQL request names the operation, its document and every endpoint', async () => {
  const { graphql, log } = await gateway();
  const query = `query Board {
    usageApiCounts(project: "demo", interval: DAILY) { rowCount }
    logsAll(project: "demo", projectTier: PRO) { rowCount }
  }`;

  await graphql(query);
  await graphql('query Wrong { nothing }');
  await graphql('query Broken {');

  expect(log.entries.map(ranOf)).toEqual([
    {
      status: 200,
      via: 'graphql',
      endpoints: 'usage.api-counts,logs.all',
      operation: 'Board',
      documentHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      cache: 'BYPASS',
      rows: 0,
      queueMs: expect.toBeOneOf([undefined, expect.any(Number)]),
      engineMs: expect.any(Number),
      encodeMs: expect.any(Number),
    },
    {
      status: 200,
      code: 'GRAPHQL_VALIDATION_FAILED',
      via: 'graphql',
      operation: 'Wrong',
      documentHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    {
      status: 200,
      code: 'GRAPHQL_PARSE_FAILED',
      via: 'graphql',
      documentHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
});
