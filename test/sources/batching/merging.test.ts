import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { mergePart } from '../../../src/sources/batching/merging.ts';
import { functionsInvocationStats } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';
import { type StatsQuestion, statsPlan } from '../../support/stats-plan.ts';

const NOON = '2026-07-01T12:34:56.789Z';

const momentOf = (time: string) => ({ now: BigInt(Date.parse(time)) * 1_000n });

const groupOf = ({ now = NOON, ...question }: StatsQuestion & { readonly now?: string }) =>
  statsPlan({ functionId: 'f1', ...question }).mergeAt?.(momentOf(now))?.ways[0]?.groupKey;

test('planRun lets plans meet that differ in the function only', () => {
  const group = groupOf({});

  expect(group).toMatch(/^[0-9a-f]{64}$/);
  expect(groupOf({ functionId: 'f2' })).toBe(group);
  // Another moment, the same buckets.
  expect(groupOf({ now: '2026-07-01T12:34:59Z' })).toBe(group);
});

test('planRun keeps apart what reads other rows', () => {
  const questions = [
    {},
    { now: '2026-07-01T12:35:00Z' },
    { interval: '15min' },
    { project: 'other' },
    { isPinned: true },
    { isPinned: true, project: 'other' },
  ];

  expect(new Set(questions.map(groupOf)).size).toBe(questions.length);
});

test('planRun merges neither all functions nor SQL of callers', () => {
  expect(groupOf({ functionId: '' })).toBeUndefined();
  expect(groupOf({ sql: 'SELECT COUNT(*) AS n FROM invocations' })).toBeUndefined();
  expect(statsPlan({}).mergeAt?.(momentOf(NOON))).toBeUndefined();
});

test('planRun gives a refresh the group of its moment', () => {
  const moment = { ...momentOf('2026-07-01T12:35:00Z'), newerThan: 0n, isRefresh: true };

  const refresh = statsPlan({ functionId: 'f1' }).mergeAt?.(moment);

  expect(refresh?.ways[0]?.groupKey).toBe(groupOf({ now: '2026-07-01T12:35:00Z' }));
});

test('questions for different numbers of rows are not merged', () => {
  const [endpoint] = prepareEndpoints({ ...PROJECT, endpoints: [functionsInvocationStats] });
  const statements = endpoint?.open.merging.statements ?? [];
  const query = statsPlan({ functionId: 'f1' }).queryAt(momentOf(NOON));
  // Its own statement would be compiled.
  const runsAlone = () => {
    throw new Error('A merged question does not run alone');
  };
  const merges = statements.map((one) => ({ ...one, folded: () => one.statement }));
  const keyOf = (maxRows: number) =>
    mergePart(merges, { ...query, maxRows, queryAt: runsAlone }, [])?.ways[0]?.groupKey;

  expect(keyOf(2)).toBe(keyOf(2));
  expect(keyOf(2)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf(2)).not.toBe(keyOf(3));
});
