import { expect, test } from 'vitest';
import { camelCase } from '../../src/endpoint/names.ts';

test('camelCase joins dots, dashes and underscores', () => {
  expect(camelCase('functions.invocation-stats')).toBe('functionsInvocationStats');
  expect(camelCase('p95_execution_time')).toBe('p95ExecutionTime');
  expect(camelCase('asOrganization')).toBe('asOrganization');
});
