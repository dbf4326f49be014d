import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { type EdgeRequest, edgeRow } from '../support/log-rows.ts';

const TABLE = 'cloudflare.logs.prod';
const NOW = '2026-07-01T12:34:56Z';

async function countsOf(requests: readonly EdgeRequest[], query: Readonly<Record<string, string>>) {
  const { rest } = await gateway({ rows: { [TABLE]: requests.map(edgeRow) }, now: NOW });
  const { body } = await rest('usage.api-counts', {
    project: 'demo',
    interval: 'hourly',
    ...query,
  });
  return body.result;
}

test('usage.api-counts counts the four areas independently', async () => {
  const at = '2026-07-01T12:10:00Z';
  const paths = [
    '/rest/v1/a',
    '/rest/v1/b',
    '/storage/v1/c',
    '/auth/v1/d',
    '/realtime/v1/e',
    '/auth/rest',
    '/other',
  ];

  expect(
    await countsOf(
      paths.map((path, i) => ({ at, path, id: `${i}` })),
      {},
    ),
  ).toEqual([
    {
      timestamp: '2026-07-01T12:00:00',
      total_rest_requests: 3,
      total_storage_requests: 1,
      total_auth_requests: 2,
      total_realtime_requests: 1,
    },
  ]);
});

test('usage.api-counts gives 0, not null, in a bucket without requests of an area', async () => {
  expect(await countsOf([{ at: '2026-07-01T12:10:00Z', path: '/other' }], {})).toEqual([
    {
      timestamp: '2026-07-01T12:00:00',
      total_rest_requests: 0,
      total_storage_requests: 0,
      total_auth_requests: 0,
      total_realtime_requests: 0,
    },
  ]);
});

test('usage.api-counts shows only buckets with matching requests, oldest first', async () => {
  const requests = [
    { at: '2026-07-01T12:30:59Z' },
    { at: '2026-07-01T12:05:00Z' },
    { at: '2026-07-01T12:20:00Z', project: 'other' },
  ];

  expect(
    (await countsOf(requests, { interval: 'minutely' })).map(({ timestamp }) => timestamp),
  ).toEqual(['2026-07-01T12:05:00', '2026-07-01T12:30:00']);
});

test.each([
  ['minutely', '2026-07-01T11:34:56Z'],
  ['hourly', '2026-07-01T11:34:56Z'],
  ['daily', '2026-06-24T12:34:56Z'],
])(
  'usage.api-counts has a window for %s that starts at %s, not truncated',
  async (interval, start) => {
    const before = start.replace('56Z', '55.999999Z');

    expect(await countsOf([{ at: before }], { interval })).toEqual([]);
    expect(await countsOf([{ at: start }], { interval })).toHaveLength(1);
  },
);

test('usage.api-counts has daily buckets in UTC', async () => {
  const requests = [{ at: '2026-06-30T23:59:59Z' }, { at: '2026-07-01T00:00:00Z' }];

  expect(
    (await countsOf(requests, { interval: 'daily' })).map(({ timestamp }) => timestamp),
  ).toEqual(['2026-06-30T00:00:00', '2026-07-01T00:00:00']);
});

test('usage.api-counts matches the project as a regular expression against the URL', async () => {
  const requests = ['alpha', 'beta', 'gamma'].map((project) => ({
    at: '2026-07-01T12:10:00Z',
    project,
  }));
  const total = async (project: string) =>
    (await countsOf(requests, { project }))[0]?.['total_rest_requests'];

  expect(await total('alpha')).toBe(1);
  expect(await total('^https://(alpha|beta)[.]')).toBe(2);
  expect(await total('a')).toBe(3);
});

test.each([
  [{ interval: 'weekly' }, 'interval'],
  [{ interval: '' }, 'interval'],
  [{ project: '(' }, 'project'],
  [{ project: '' }, 'project'],
])('usage.api-counts answers 400 to %j and names the parameter', async (query, name) => {
  const { rest } = await gateway({ now: NOW });

  const { status, body } = await rest('usage.api-counts', {
    project: 'demo',
    interval: 'hourly',
    ...query,
  });

  expect(status).toBe(400);
  expect(body.code).toBe('BAD_USER_INPUT');
  expect(body.detail).toContain(`"${name}"`);
  if (name === 'interval') expect(body.detail).toContain('minutely, hourly, daily');
});
