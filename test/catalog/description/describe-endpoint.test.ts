import { expect, test } from 'vitest';
import { examplePath } from '../../../src/catalog/description/describe-endpoint.ts';
import { PROJECT } from '../../support/project.ts';

const { endpoints } = PROJECT;

test('the example is of the endpoint with an example of SQL, and has its required arguments', () => {
  expect(examplePath(endpoints)).toBe(
    '/api/endpoints/query/logs.all?project=demo&project_tier=PRO',
  );
});

test('without such an endpoint the example is of the first', () => {
  const others = endpoints.filter(({ exampleSql }) => exampleSql === undefined);

  expect(examplePath(others)).toBe(
    '/api/endpoints/query/functions.invocation-stats?project=demo&interval=15min',
  );
  expect(examplePath([])).toBeUndefined();
});
