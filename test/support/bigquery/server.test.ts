import { BigQuery, type BigQueryOptions, type Query } from '@google-cloud/bigquery';
import { expect, test } from 'vitest';
import { fixtureStore } from '../fixture-store.ts';
import { openBigQueryServer } from './open-server.ts';
import { incomplete, neverComplete, status } from './replies.ts';
import type { BigQueryServer } from './server.ts';

const EDGE = '`fieldstone-test.logs.cloudflare_logs_prod`';

/** What the client asks of its credentials; their class is of a package that is not ours. */
const NOBODY: object = { getRequestHeaders: async () => new Headers() };

function clientOf(server: BigQueryServer): BigQuery {
  return new BigQuery({
    projectId: 'fieldstone-test',
    apiEndpoint: server.url,
    authClient: NOBODY as Required<BigQueryOptions>['authClient'],
    autoRetry: false,
  });
}

async function rowsOf(server: BigQueryServer, query: Query): Promise<unknown[]> {
  const [rows] = await clientOf(server).query({ ...query, useQueryCache: false });
  return rows;
}

test('BigQueryServer answers the client with rows of the stored tables', async () => {
  const server = await openBigQueryServer({ store: await fixtureStore() });

  const rows = await rowsOf(server, {
    query: `SELECT t.project, COUNT(*) AS n FROM ${EDGE} AS t WHERE t.timestamp >= @a GROUP BY project ORDER BY n DESC, project LIMIT 1`,
    params: { a: BigQuery.timestamp('2026-07-01T00:00:00Z') },
    types: { a: 'TIMESTAMP' },
  });

  expect(rows).toEqual([{ project: expect.any(String), n: expect.any(Number) }]);
  expect(server.counters.bytesBilled).toBe(10 * 1024 * 1024);
});

test('BigQueryServer reads typed parameters strictly: a missing value is NULL', async () => {
  const server = await openBigQueryServer();
  const params = {
    at: BigQuery.timestamp('1969-12-31T23:59:59Z'),
    n: BigQuery.int('9223372036854775807'),
    none: null,
    list: [],
    // A plain string typed TIMESTAMP is sent without its value.
    lost: '2026-07-01T00:00:00Z',
  };
  const types = { at: 'TIMESTAMP', n: 'INT64', none: 'STRING', list: ['INT64'], lost: 'TIMESTAMP' };

  const [answer] = await rowsOf(server, {
    query:
      'SELECT UNIX_MICROS(@at) AS moment, CAST(@n AS STRING) AS n, @none AS none, ARRAY_LENGTH(@list) AS list, @lost AS lost',
    params,
    types,
  });

  expect(answer).toEqual({
    moment: -1_000_000,
    n: '9223372036854775807',
    none: null,
    list: 0,
    lost: null,
  });
});

test('BigQueryServer gives pages that the client follows', async () => {
  const server = await openBigQueryServer();
  server.pageRows = 2;

  const rows = await rowsOf(server, { query: 'SELECT n FROM UNNEST([1, 2, 3, 4, 5]) AS n' });

  expect(rows).toHaveLength(5);
  expect(server.counters.requests('POST /queries')).toBe(1);
  expect(server.counters.requests('GET /queries/{jobId}')).toBe(2);
});

test('BigQueryServer says that a job is incomplete as often as its script wants', async () => {
  const server = await openBigQueryServer();
  server.script([{ match: 'POST /queries', reply: incomplete(3) }]);

  const rows = await rowsOf(server, { query: 'SELECT 1 AS n' });

  expect(rows).toEqual([{ n: 1 }]);
  expect(server.counters.requests('GET /queries/{jobId}')).toBe(3);
});

test('BigQueryServer cancels a job that is never complete and then says that it was stopped', async () => {
  const server = await openBigQueryServer();
  server.script([{ match: 'POST /queries', reply: neverComplete() }]);
  const client = clientOf(server);

  const asked = client.query({ query: 'SELECT 1 AS n' }, { timeoutMs: 20 });
  await expect(asked).rejects.toThrow(/did not complete/);
  const [job] = server.jobs.running();
  await client.job(job?.id ?? '').cancel();

  expect(server.counters.allCancels).toBe(1);
  await expect.poll(() => server.jobs.running()).toEqual([]);
  expect(job?.error).toMatchObject({ reason: 'stopped' });
});

test.each([
  ['SELECT nosuch', 400, 'invalidQuery', 'Unrecognized name: nosuch at [1:8]'],
  ['SELECT 1 / n AS q FROM UNNEST([0]) AS n', 400, 'invalidQuery', 'division by zero'],
  ['SELECT t.id FROM `fieldstone-test.logs.nosuch` AS t', 404, 'notFound', 'nosuch'],
  ['SELECT @p AS p', 400, 'invalidQuery', "Query parameter 'p' not found"],
])('BigQueryServer refuses %j with %i %s', async (query, code, reason, message) => {
  const server = await openBigQueryServer();

  const error = await rowsOf(server, { query }).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code, errors: [{ reason }] });
  expect(String(error)).toContain(message);
});

test('BigQueryServer prices a dry run by its days and columns, and charges nothing for it', async () => {
  const server = await openBigQueryServer({ store: await fixtureStore() });
  const dry = async (columns: string, from: string) => {
    const [job] = await clientOf(server).createQueryJob({
      query: `SELECT ${columns} FROM ${EDGE} AS t WHERE t.timestamp >= @a`,
      params: { a: BigQuery.timestamp(from) },
      types: { a: 'TIMESTAMP' },
      dryRun: true,
    });
    const { statistics } = job.metadata;
    expect(statistics?.query).toMatchObject({
      statementType: 'SELECT',
      referencedTables: [{ datasetId: 'logs', tableId: 'cloudflare_logs_prod' }],
    });
    return Number(statistics?.totalBytesProcessed);
  };

  const all = await dry('t.id, t.event_message', '2026-07-01T00:00:00Z');

  expect(await dry('t.id', '2026-07-01T00:00:00Z')).toBeLessThan(all);
  expect(await dry('t.id', '2026-07-09T00:00:00Z')).toBe(0);
  expect(server.counters).toMatchObject({ jobs: 0, bytesBilled: 0 });
});

test('BigQueryServer refuses a parameter that is not declared, in a dry run too', async () => {
  const server = await openBigQueryServer();

  const asked = clientOf(server).createQueryJob({ query: 'SELECT @a AS a', dryRun: true });

  await expect(asked).rejects.toMatchObject({ code: 400 });
});

test('BigQueryServer refuses a query over its limit of bytes and charges nothing', async () => {
  const server = await openBigQueryServer({ store: await fixtureStore() });
  const query = `SELECT t.id FROM ${EDGE} AS t`;

  const refused = rowsOf(server, { query, maximumBytesBilled: '1000000' });

  await expect(refused).rejects.toMatchObject({ errors: [{ reason: 'bytesBilledLimitExceeded' }] });
  expect(server.counters).toMatchObject({ jobs: 0, bytesBilled: 0 });
});

test('BigQueryServer makes one job of one requestId', async () => {
  const server = await openBigQueryServer();
  const url = `${server.url}/bigquery/v2/projects/fieldstone-test/queries`;
  const body = JSON.stringify({ query: 'SELECT 1 AS n', useLegacySql: false, requestId: 'r' });
  const post = async () =>
    (await fetch(url, { method: 'POST', body })).json() as Promise<{ queryId: string }>;

  const [first, second] = await Promise.all([post(), post()]);

  expect(first.queryId).toBe(second.queryId);
  expect(server.counters).toMatchObject({ jobs: 1, requestIds: 1 });
});

test('BigQueryServer refuses a query without a bound where tables require one', async () => {
  const server = await openBigQueryServer({ requirePartitionFilter: true });
  const from = `SELECT t.id FROM ${EDGE} AS t`;

  await expect(rowsOf(server, { query: from })).rejects.toThrow(/without a filter over column/);
  await expect(
    rowsOf(server, {
      query: `${from} WHERE t.timestamp >= (SELECT MAX(u.timestamp) FROM ${EDGE} AS u)`,
    }),
  ).rejects.toThrow(/without a filter over column/);

  const bounded = `${from} WHERE t.timestamp > TIMESTAMP '2026-07-01 00:00:00+00'`;
  expect(await rowsOf(server, { query: bounded })).toEqual([]);
});

test('BigQueryServer makes datasets and tables once, and refuses them a second time', async () => {
  const server = await openBigQueryServer({ dataset: null });
  const client = clientOf(server);
  const table = () =>
    client.dataset('own').createTable('t', {
      schema: [{ name: 'timestamp', type: 'TIMESTAMP' }],
      timePartitioning: { type: 'DAY', field: 'timestamp' },
      requirePartitionFilter: true,
    });

  await client.createDataset('own');
  await table();

  await expect(client.createDataset('own')).rejects.toMatchObject({ code: 409 });
  await expect(table()).rejects.toMatchObject({ code: 409 });
  expect((await client.dataset('own').table('t').getMetadata())[0]).toMatchObject({
    requirePartitionFilter: true,
  });
  await expect(rowsOf(server, { query: 'SELECT * FROM own.t' })).rejects.toThrow(/filter/);
});

test('BigQueryServer applies a rule as often as it says', async () => {
  const server = await openBigQueryServer();
  const busy = status(503, 'backendError');
  server.script([{ match: 'POST /queries', after: 1, times: 2, reply: busy }]);
  const ask = () =>
    rowsOf(server, { query: 'SELECT 1 AS n' }).then(
      () => 200,
      (error: { code: number }) => error.code,
    );

  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 503, 503, 200]);
});

test('BigQueryServer shows the statistics of a job that is over, and only where its location is named', async () => {
  const server = await openBigQueryServer({ location: 'europe-west3' });
  const client = clientOf(server);
  const [job] = await client.createQueryJob({
    query: 'SELECT 1 AS n',
    location: 'europe-west3',
    labels: { interface: 'rest' },
  });

  expect((await job.getQueryResults())[0]).toEqual([{ n: 1 }]);
  const [{ configuration, statistics, status: state }] = await job.getMetadata();

  expect(state).toMatchObject({ state: 'DONE' });
  expect(configuration).toMatchObject({ labels: { interface: 'rest' } });
  expect(statistics).toMatchObject({ query: { statementType: 'SELECT', totalBytesBilled: '0' } });
  await expect(client.job(job.id ?? '').getMetadata()).rejects.toMatchObject({ code: 404 });
});

test.each([
  ['TIMESTAMP', '2026-13-01T00:00:00Z'],
  ['TIMESTAMP', '2026-02-30'],
  ['INT64', '9223372036854775808'],
  ['INT64', '1.5'],
  ['BOOL', 'yes'],
  ['DATE', '2026-7-1T'],
  ['BYTES', '%'],
  ['JSON', '{'],
])('BigQueryServer refuses a parameter of type %s with the value %j', async (type, value) => {
  const server = await openBigQueryServer();
  const url = `${server.url}/bigquery/v2/projects/fieldstone-test/queries`;
  const parameter = { name: 'p', parameterType: { type }, parameterValue: { value } };
  const body = {
    query: 'SELECT @p AS p',
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: [parameter],
  };

  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { errors: [{ reason: 'invalidQuery' }] } });
});
