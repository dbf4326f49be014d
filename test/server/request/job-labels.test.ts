import { expect, test } from 'vitest';
import { jobLabelsOf } from '../../../src/server/request/job-labels.ts';

const ALLOWED = new Set(['team', 'dashboard']);

test('jobLabelsOf reads both headers, of which the legacy one wins', () => {
  const headers = {
    'lf-endpoint-labels': 'team=a, dashboard=b',
    'svc-endpoint-labels': 'team=c, other=d',
  };

  expect(jobLabelsOf(headers, ALLOWED)).toEqual({ team: 'c', dashboard: 'b' });
  expect(jobLabelsOf({}, ALLOWED)).toBeUndefined();
  expect(jobLabelsOf(headers, new Set())).toBeUndefined();
});

test('jobLabelsOf reads the first hundred members of each header', () => {
  const labels = (before: number) => `${'x=y,'.repeat(before)}team=a`;

  expect(jobLabelsOf({ 'lf-endpoint-labels': labels(99) }, ALLOWED)).toEqual({ team: 'a' });
  expect(jobLabelsOf({ 'lf-endpoint-labels': labels(100) }, ALLOWED)).toBeUndefined();
  const both = { 'lf-endpoint-labels': labels(100), 'svc-endpoint-labels': labels(99) };
  expect(jobLabelsOf(both, ALLOWED)).toEqual({ team: 'a' });
});
