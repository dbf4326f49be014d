import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';

const TABLE = 'cloudflare.logs.prod';
const NOW = '2026-07-01T12:00:00Z';

async function idsOf(
  rows: readonly object[],
  query: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const { rest } = await gateway({ rows: { [TABLE]: rows }, now: NOW });
  const { body } = await rest('logs.all', { project: 'demo', project_tier: 'PRO', ...query });
  return body.result.map(({ id }) => id);
}

test('logs.all answers the four columns of the specification, with every value format', async () => {
  const { rest } = await gateway({
    rows: { [TABLE]: [edgeRow({ at: '2026-07-01T11:00:00.123456Z', id: 'a' })] },
    now: NOW,
  });

  const { status, body } = await rest('logs.all', { project: 'demo', project_tier: 'PRO' });

  expect(status).toBe(200);
  expect(Object.keys(body.result[0] ?? {})).toEqual([
    'id',
    'timestamp',
    'event_message',
    'metadata',
  ]);
  expect(body.result[0]).toMatchObject({
    id: 'a',
    timestamp: 1_782_903_600_123_456,
    event_message: 'GET /rest/v1/todos',
    metadata: [
      {
        load_balancer_redirect_identifier: null,
        logflare_worker: [],
        request: [{ method: 'GET', path: '/rest/v1/todos', cf: [] }],
        response: [{ status_code: 200 }],
      },
    ],
  });
});

test('logs.all is newest first, by id where times are equal', async () => {
  const rows = [
    edgeRow({ at: '2026-07-01T10:00:00Z', id: 'a' }),
    edgeRow({ at: '2026-07-01T11:00:00Z', id: 'b' }),
    edgeRow({ at: '2026-07-01T10:00:00Z', id: 'c' }),
  ];

  expect(await idsOf(rows, {})).toEqual(['b', 'c', 'a']);
});

test('logs.all shows one project only', async () => {
  const rows = [
    edgeRow({ at: '2026-07-01T10:00:00Z', id: 'a' }),
    edgeRow({ at: '2026-07-01T10:00:00Z', id: 'b', project: 'other' }),
  ];

  expect(await idsOf(rows, {})).toEqual(['a']);
  expect(await idsOf(rows, { project: '.*' })).toEqual([]);
});

test('logs.all starts after iso_timestamp_start and ends at iso_timestamp_end, to the microsecond', async () => {
  const rows = ['10:00:00.000000', '10:00:00.000001', '11:00:00.000000', '11:00:00.000001'].map(
    (time) => edgeRow({ at: `2026-07-01T${time}Z`, id: time }),
  );
  const start = { iso_timestamp_start: '2026-07-01T10:00:00Z' };
  const end = { iso_timestamp_end: '2026-07-01T11:00:00Z' };

  expect(await idsOf(rows, { ...start, ...end })).toEqual(['11:00:00.000000', '10:00:00.000001']);
  expect(await idsOf(rows, start)).toHaveLength(3);
  expect(await idsOf(rows, end)).toHaveLength(3);
  expect(await idsOf(rows, { iso_timestamp_start: '', iso_timestamp_end: '' })).toHaveLength(4);
});

test.each([
  ['FREE', 1],
  ['PRO', 7],
  ['PAYG', 90],
  ['ENTERPRISE', 90],
  ['GOLD', 1],
])('logs.all keeps entries of tier %s for %i days, the boundary excluded', async (tier, days) => {
  const boundary = Date.parse(NOW) - days * 86_400_000;
  const at = new Date(boundary).toISOString();
  const rows = [
    edgeRow({ at, id: 'at the boundary' }),
    edgeRow({ at: at.replace('000Z', '000001Z'), id: 'one microsecond later' }),
  ];

  expect(await idsOf(rows, { project_tier: tier })).toEqual(['one microsecond later']);
  expect(await idsOf(rows, { project_tier: tier, iso_timestamp_start: '2020-01-01' })).toEqual([
    'one microsecond later',
  ]);
});

test('logs.all returns the newest 100, which is no truncation', async () => {
  const rows = Array.from({ length: 105 }, (_, i) =>
    edgeRow({ at: new Date(Date.parse(NOW) - (i + 1) * 1_000).toISOString(), id: `${i}` }),
  );
  const { rest } = await gateway({ rows: { [TABLE]: rows }, now: NOW });

  const { body, headers } = await rest('logs.all', { project: 'demo', project_tier: 'PRO' });
  const ids = body.result.map(({ id }) => id);

  expect(ids).toHaveLength(100);
  expect([ids[0], ids[99]]).toEqual(['0', '99']);
  expect(headers).not.toHaveProperty('fieldstone-truncated');
});

test('logs.all answers an empty result where there are no files', async () => {
  expect(await idsOf([], {})).toEqual([]);
});

test('logs.all names the timestamp that it cannot read', async () => {
  const { rest } = await gateway();

  const { status, body } = await rest('logs.all', {
    project: 'demo',
    project_tier: 'PRO',
    iso_timestamp_start: '2026-07-01T23:59:60Z',
  });

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(body.detail).toContain('iso_timestamp_start');
});
