import { expect, test } from 'vitest';
import { statsPlan } from '../../support/stats-plan.ts';

const groupOf = (question: Parameters<typeof statsPlan>[0]) =>
  statsPlan({ functionId: 'f1', ...question }).merge?.groupKey;

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
  expect(statsPlan({}).merge).toBeUndefined();
  expect(statsPlan({ functionId: '' }).merge).toBeUndefined();
  expect(
    statsPlan({ functionId: 'f1', sql: 'SELECT COUNT(*) AS n FROM invocations' }).merge,
  ).toBeUndefined();
});

test('planRun gives a renewed plan the group of its moment', () => {
  const now = BigInt(Date.parse('2026-07-01T12:35:00Z')) * 1_000n;

  const renewed = statsPlan({ functionId: 'f1' }).renew(now, 0n);

  expect(renewed.merge?.groupKey).toBe(groupOf({ now: '2026-07-01T12:35:00Z' }));
});
