import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/cli/compare/findings.ts';
import { groupFindings, htmlReport, lineOf } from '../../../src/cli/compare/report.ts';

test('a report groups by cause, names what is better, and shows values only where it is asked to', () => {
  const endpoint = 'logs.all';
  const values = ['"secret<b>"', '"other"'] as const;
  const groups = groupFindings([
    { endpoint, kind: 'improved-status', column: undefined, detail: 'status 200 became 400' },
    { endpoint, kind: 'time', column: undefined, detail: 'other rows, of moments 3 s apart' },
    { endpoint, kind: 'values', column: 'id', detail: '1 of 2 values differ', values },
    { endpoint, kind: 'values', column: 'id', detail: '2 of 2 values differ', values },
  ]);

  expect(groups.map(({ finding }) => verdictOf(finding))).toEqual([
    'REGRESSION',
    'undecided',
    'improvement',
  ]);
  expect(groups.map((group) => lineOf(group, false))).toEqual([
    'REGRESSION  logs.all  values id: 1 of 2 values differ, 2 requests',
    'undecided  logs.all  time: other rows, of moments 3 s apart (an answer was cached), 1 request',
    'improvement  logs.all  improved-status: status 200 became 400 (errors have a status of their own), 1 request',
  ]);
  expect(groups.map((group) => lineOf(group, true))[0]).toContain('secret');
  expect(htmlReport(groups, 3, false)).not.toContain('secret');
  expect(htmlReport(groups, 3, true)).toContain('secret&#60;b&#62;');
});
