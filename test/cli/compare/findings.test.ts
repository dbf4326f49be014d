import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type TestContext, test } from 'vitest';
import { compare } from '../../../src/cli/compare/compare.ts';

/** What a service answers: rows, an error of the older kind, or a status alone. */
type Script = {
  readonly rows?: readonly object[];
  readonly json?: string;
  readonly status?: number;
  readonly age?: number;
  readonly delayMs?: number;
};

const BASE = [
  { timestamp: 1, id: 'a', count: 1, at: '2026-07-01T10:00:00', metadata: [{ path: '/x' }] },
  { timestamp: 2, id: 'b', count: 2, at: '2026-07-01T10:01:00', metadata: [{ path: '/y' }] },
];
const without = (name: string) =>
  BASE.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== name)));
const changed = (change: object) => BASE.map((row, at) => (at === 0 ? { ...row, ...change } : row));

/** Differences that were planted: what each service answers, and how the difference is called. */
const PLANTED: readonly (readonly [what: string, before: Script, after: Script, found: string])[] =
  [
    ['a status', { rows: BASE }, { status: 500 }, 'status'],
    ['a refusal', { rows: BASE }, { status: 403 }, 'status'],
    ['a service that is gone', { rows: BASE }, { delayMs: -1 }, 'status'],
    ['an error with 200', { json: '{"error":"bad"}' }, { status: 400 }, 'improved-status'],
    ['an envelope', { rows: BASE }, { json: '[]' }, 'rows'],
    ['rows for an error', { json: '{"error":"bad"}' }, { rows: BASE }, 'improved-answer'],
    ['rows for a failure', { status: 500 }, { rows: BASE }, 'improved-answer'],
    ['rows for a refusal', { status: 403 }, { rows: BASE }, 'status'],
    ['rows of another moment', { rows: BASE }, { rows: BASE.slice(1), age: 12 }, 'time'],
    [
      'values that the old service kept',
      { rows: BASE, age: 7 },
      { rows: changed({ count: 9 }) },
      'time',
    ],
    [
      'a column that a kept answer lacks',
      { rows: BASE },
      { rows: without('id'), age: 12 },
      'columns id',
    ],
    ['a column that is gone', { rows: BASE }, { rows: without('id') }, 'columns id'],
    ['a column that is new', { rows: without('id') }, { rows: BASE }, 'columns id'],
    [
      'a renamed column',
      { rows: BASE },
      { rows: without('id').map((row) => ({ ...row, key: 'a' })) },
      'columns id,columns key',
    ],
    [
      'a number as text',
      { rows: BASE },
      { rows: BASE.map((row) => ({ ...row, count: `${row.count}` })) },
      'types count',
    ],
    [
      'a timestamp as text',
      { rows: BASE },
      { rows: BASE.map((row) => ({ ...row, timestamp: row.at })) },
      'types timestamp',
    ],
    [
      'an object for an array',
      { rows: BASE },
      { rows: BASE.map((row) => ({ ...row, metadata: {} })) },
      'types metadata',
    ],
    ['a row less', { rows: BASE }, { rows: BASE.slice(1) }, 'rows'],
    ['a row more', { rows: BASE.slice(1) }, { rows: BASE }, 'rows'],
    ['no rows', { rows: BASE }, { rows: [] }, 'rows'],
    ['a value', { rows: BASE }, { rows: changed({ count: 9 }) }, 'values count'],
    ['a null', { rows: BASE }, { rows: changed({ id: null }) }, 'values id'],
    [
      'a nested value',
      { rows: BASE },
      { rows: changed({ metadata: [{ path: '/z' }] }) },
      'values metadata',
    ],
    [
      'the last digit of a long integer',
      { json: '{"result":[{"n":9007199254740993}]}' },
      { json: '{"result":[{"n":9007199254740992}]}' },
      'values n',
    ],
    ['an order', { rows: BASE }, { rows: BASE.toReversed() }, 'order'],
    [
      'an order that was not there',
      { rows: [{ timestamp: 2 }, { timestamp: 1 }, { timestamp: 3 }] },
      { rows: [{ timestamp: 1 }, { timestamp: 2 }, { timestamp: 3 }] },
      'improved-order',
    ],
    [
      'an empty bucket',
      { rows: [{ timestamp: 1, count: 3, p95: 7 }] },
      {
        rows: [
          { timestamp: 0, count: 0, p95: null },
          { timestamp: 1, count: 3, p95: 7 },
        ],
      },
      'improved-buckets',
    ],
    [
      'an empty bucket in rows that were in no order',
      {
        rows: [
          { timestamp: 3, count: 3 },
          { timestamp: 1, count: 1 },
          { timestamp: 4, count: 4 },
        ],
      },
      {
        rows: [
          { timestamp: 1, count: 1 },
          { timestamp: 2, count: 0 },
          { timestamp: 3, count: 3 },
          { timestamp: 4, count: 4 },
        ],
      },
      'improved-buckets,improved-order',
    ],
    [
      'a member that only later rows have',
      { rows: [{ id: 'a' }, { id: 'b', note: 'x' }] },
      { rows: [{ id: 'a' }, { id: 'b' }] },
      'columns note',
    ],
    [
      'a value in a member that only later rows have',
      { rows: [{ id: 'a' }, { id: 'b', note: 'x' }] },
      { rows: [{ id: 'a' }, { id: 'b', note: 'y' }] },
      'values note',
    ],
    [
      'a null for a member that was not there',
      { rows: [{ id: 'a' }, { id: 'b', note: 'x' }] },
      {
        rows: [
          { id: 'a', note: null },
          { id: 'b', note: 'x' },
        ],
      },
      'values note',
    ],
    [
      'a row twice in place of another, beside an empty bucket',
      {
        rows: [
          { timestamp: 1, count: 3 },
          { timestamp: 2, count: 4 },
        ],
      },
      {
        rows: [
          { timestamp: 1, count: 3 },
          { timestamp: 1, count: 3 },
          { timestamp: 3, count: 0 },
        ],
      },
      'rows',
    ],
    [
      'a numeric order that was not there',
      { rows: [{ timestamp: 9 }, { timestamp: 10 }, { timestamp: 8 }] },
      { rows: [{ timestamp: 8 }, { timestamp: 9 }, { timestamp: 10 }] },
      'improved-order',
    ],
    ['a slow answer', { rows: BASE }, { rows: BASE, delayMs: 700 }, 'speed'],
  ];

async function service(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  scripts: readonly Script[],
): Promise<string> {
  const server = createServer((request, response) => {
    const {
      age,
      delayMs = 0,
      json,
      rows,
      status = 200,
    } = scripts[Number(new URL(request.url ?? '', 'http://any').searchParams.get('case'))] ?? {};
    if (delayMs < 0) return void request.socket.destroy();
    setTimeout(() => {
      response.statusCode = status;
      if (age !== undefined) response.setHeader('age', age);
      response.end(
        json ?? (rows ? JSON.stringify({ result: rows }) : '{"error":{"message":"no"}}'),
      );
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = (number: number) => ({
  method: 'GET' as const,
  path: `/api/endpoints/query/logs.all?case=${number}`,
  body: undefined,
});
const nameOf = (name: string) => name;

test.concurrent.for(PLANTED.map((planted, number) => [planted[0], number] as const))(
  'compare finds %s',
  async ([, number], context) => {
    const before = await service(
      context,
      PLANTED.map(([, script]) => script),
    );
    const after = await service(
      context,
      PLANTED.map(([, , script]) => script),
    );

    const { findings } = await compare({
      before: { url: before, key: 'old' },
      after: { url: after, key: 'new' },
      requests: [request(number)],
      nameOf,
      attempts: 2,
    });

    const found = findings.map(({ column, kind }) => (column ? `${kind} ${column}` : kind)).join();
    expect(found).toBe(PLANTED[number]?.[3]);
  },
);

test('compare finds nothing between a service and itself', async (context) => {
  const url = await service(
    context,
    PLANTED.map(([, script]) => script),
  );
  const requests = PLANTED.map((_, number) => request(number));

  const side = { url, key: 'k' };
  const { findings, unanswered } = await compare({
    before: side,
    after: side,
    requests,
    nameOf,
    attempts: 1,
  });

  expect(findings).toEqual([]);
  expect([...unanswered.keys()]).toEqual([
    'refused with 500 by both services',
    'refused with 403 by both services; are the keys right?',
  ]);
});
