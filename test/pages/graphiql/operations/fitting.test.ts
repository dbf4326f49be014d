import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../../src/catalog/prepare.ts';
import { pageData } from '../../../../src/graphql/page-data.ts';
import { createSchema } from '../../../../src/graphql/schema/schema.ts';
import type { OpenEndpoint } from '../../../../src/pages/graphiql/key/key.ts';
import { fitOperations } from '../../../../src/pages/graphiql/operations/fitting.ts';
import {
  ENDPOINTS_OPERATION,
  endpointOperation,
  exampleOperations,
  NO_KEY_YET,
  sandboxOperation,
} from '../../../../src/pages/graphiql/operations/operations.ts';
import { PROJECT } from '../../../support/project.ts';

const prepared = prepareEndpoints(PROJECT);
const { endpoints } = pageData(prepared, createSchema(prepared));

const EXAMPLES = exampleOperations(endpoints);

function access(
  name: string,
  pins: Readonly<Record<string, string>> = {},
  sandbox = true,
): OpenEndpoint {
  const parameters = ['project', 'project_tier', 'interval'].map((parameter) => ({
    name: parameter,
    ...(pins[parameter] !== undefined && { pinned: pins[parameter] }),
  }));
  return { name, sandbox, redacted: false, parameters, views: [] };
}

function all(pins: Readonly<Record<string, string>>): readonly OpenEndpoint[] {
  return endpoints.map(({ name }) => access(name, pins));
}

test('fitOperations gives examples the values that the key is pinned to', () => {
  for (const pins of [{ project: 'o"ne' }, { project: '$1', project_tier: 'PAYG' }]) {
    const expected = [
      ...endpoints.map((endpoint) => endpointOperation(endpoint, pins)),
      ...endpoints
        .filter(({ name }) => name === 'logs.all')
        .map((endpoint) => sandboxOperation(endpoint, pins)),
      ENDPOINTS_OPERATION,
    ];

    expect(fitOperations(EXAMPLES, endpoints, all(pins)).flat()).toEqual(expected);
    // Another key's examples, and examples whose values somebody changed.
    const others = fitOperations(EXAMPLES, endpoints, all({ project: 'another' })).flat();
    expect(fitOperations(others, endpoints, all(pins)).flat()).toEqual(expected);
  }
});

test('fitOperations leaves everything as it is for a key that may do everything', () => {
  const own = ['{ endpoints { id } }', '', EXAMPLES[0]?.replace('"demo"', '"mine"') ?? ''];

  const fitted = fitOperations([...EXAMPLES, ...own], endpoints, all({}));

  expect(fitted).toEqual([...EXAMPLES, ...own].map((query) => [query]));
});

test('fitOperations changes no operation that somebody wrote', () => {
  const own = [
    '{ logsAll(project: "demo", projectTier: PRO) { rowCount } }',
    EXAMPLES[0]?.replace('rowCount', 'rowCount total: rowCount') ?? '',
    `${EXAMPLES[0]} # mine`,
  ];

  expect(fitOperations(own, endpoints, [access('usage.api-counts')]).flat()).toEqual(own);
});

test('fitOperations drops the examples that the key may not run', () => {
  const logs = endpoints.find(({ name }) => name === 'logs.all');
  const pins = { project: 'abc' };

  const fitted = fitOperations(EXAMPLES, endpoints, [access('logs.all', pins, false)]);

  expect(fitted.flat()).toEqual([logs && endpointOperation(logs, pins), ENDPOINTS_OPERATION]);
  expect(fitted).toHaveLength(EXAMPLES.length);
});

test('fitOperations leaves one tab', () => {
  const first = EXAMPLES.slice(0, 2);

  expect(fitOperations(first, endpoints, [])).toEqual([[ENDPOINTS_OPERATION], []]);
});

test('fitOperations puts the examples that the key may run where a key was asked for', () => {
  const own = '{ endpoints { id } }';
  const open = [access('usage.api-counts', { project: 'abc' }, false)];

  const fitted = fitOperations([own, NO_KEY_YET], endpoints, open);

  const usage = endpoints.find(({ name }) => name === 'usage.api-counts');
  expect(fitted).toEqual([
    [own],
    [usage && endpointOperation(usage, { project: 'abc' }), ENDPOINTS_OPERATION],
  ]);
  expect(fitOperations([NO_KEY_YET], endpoints, all({}))).toEqual([EXAMPLES]);
});
