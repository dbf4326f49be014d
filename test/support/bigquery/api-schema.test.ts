import { expect, test } from 'vitest';
import { openBigQueryServer } from './open-server.ts';

const QUERY = { query: 'SELECT @p AS p', useLegacySql: false };
const P = { name: 'p', parameterType: { type: 'INT64' }, parameterValue: { value: '7' } };

test.each<[string, string, object]>([
  ['a member that a query has not', 'queries', { ...QUERY, queryParameters: [P], limit: 7 }],
  [
    'a member that a parameter has not',
    'queries',
    { ...QUERY, queryParameters: [{ ...P, type: 'INT64' }] },
  ],
  [
    'text in place of a number',
    'queries',
    { query: 'SELECT 1', useLegacySql: false, maxResults: 'x' },
  ],
  ['legacy SQL', 'queries', { query: 'SELECT 1' }],
  [
    'a parameter without a type',
    'queries',
    { ...QUERY, queryParameters: [{ name: 'p', parameterValue: { value: '7' } }] },
  ],
  ['a parameter without a declaration', 'queries', QUERY],
  [
    'a long request id',
    'queries',
    { query: 'SELECT 1', useLegacySql: false, requestId: 'x'.repeat(37) },
  ],
  [
    'a job without its project',
    'jobs',
    {
      jobReference: { jobId: 'j' },
      configuration: { query: { query: 'SELECT 1', useLegacySql: false } },
    },
  ],
  [
    'a table without its project',
    'datasets/logs/tables',
    { tableReference: { datasetId: 'logs', tableId: 't' } },
  ],
  [
    'a table with members of its own',
    'datasets/logs/tables',
    {
      tableReference: { projectId: 'fieldstone-test', datasetId: 'logs', tableId: 't' },
      partition: 'DAY',
    },
  ],
])('BigQueryServer refuses %s', async (_, path, body) => {
  const { url } = await openBigQueryServer();

  const { status } = await fetch(`${url}/bigquery/v2/projects/fieldstone-test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(status).toBe(400);
});

test.each([7, '7'])(
  'BigQueryServer takes the value %j and no mode, as other clients send them',
  async (value) => {
    const { url } = await openBigQueryServer();
    const body = { ...QUERY, queryParameters: [{ ...P, parameterValue: { value } }] };

    const answer = await fetch(`${url}/bigquery/v2/projects/fieldstone-test/queries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

    expect(await answer.json()).toMatchObject({ rows: [{ f: [{ v: '7' }] }] });
  },
);
