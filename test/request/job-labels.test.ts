import { expect, test } from 'vitest';
import { jobLabelsOf, labelText } from '../../src/request/job-labels.ts';

test.each([
  ['logs.all', 'logs_all'],
  ['Team-Search_1', 'team-search_1'],
  ['', ''],
  ['a b\tc', 'a_b_c'],
  ['Ärger', '_rger'],
  ['日本', '__'],
  ['🚀x', '_x'],
  ['İ', 'i_'],
  ['a'.repeat(80), 'a'.repeat(63)],
  ['🚀'.repeat(80), '_'.repeat(63)],
])('labelText makes %j %j', (text, label) => {
  expect(labelText(text)).toBe(label);
});

const ALLOWED = new Set(['team', 'dashboard', 'session_id']);

test.each([
  ['team=search', { team: 'search' }],
  ['team=search,dashboard=errors', { team: 'search', dashboard: 'errors' }],
  [' Team = Search , dashboard=a b', { team: 'search', dashboard: 'a_b' }],
  ['session.id=abc', { session_id: 'abc' }],
  ['team=search,omit=334', { team: 'search' }],
  ['team=a,team=b', { team: 'b' }],
  ['team=a=b', { team: 'a_b' }],
  ['team=', { team: '' }],
  ['team', undefined],
  ['=search', undefined],
  ['endpoint=x,key=y,interface=z', undefined],
  ['__proto__=x,constructor=y', undefined],
  [',,=,', undefined],
  ['', undefined],
])('jobLabelsOf reads %j as %j', (header, labels) => {
  expect(jobLabelsOf({ 'svc-endpoint-labels': header }, ALLOWED)).toEqual(labels);
});

const BOTH = new Set(['team', 'dashboard']);

test('jobLabelsOf reads both headers, of which the legacy one wins', () => {
  const headers = {
    'lf-endpoint-labels': 'team=a, dashboard=b',
    'svc-endpoint-labels': 'team=c, other=d',
  };

  expect(jobLabelsOf(headers, BOTH)).toEqual({ team: 'c', dashboard: 'b' });
  expect(jobLabelsOf({}, BOTH)).toBeUndefined();
  expect(jobLabelsOf(headers, new Set())).toBeUndefined();
});

test('jobLabelsOf reads the first hundred members of each header', () => {
  const labels = (before: number) => `${'x=y,'.repeat(before)}team=a`;

  expect(jobLabelsOf({ 'lf-endpoint-labels': labels(99) }, BOTH)).toEqual({ team: 'a' });
  expect(jobLabelsOf({ 'lf-endpoint-labels': labels(100) }, BOTH)).toBeUndefined();
  const both = { 'lf-endpoint-labels': labels(100), 'svc-endpoint-labels': labels(99) };
  expect(jobLabelsOf(both, BOTH)).toEqual({ team: 'a' });
});
