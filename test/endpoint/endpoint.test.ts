import { expect, test } from 'vitest';
import { defineEndpoint } from '../../src/endpoint/endpoint.ts';
import type { EndpointSpec } from '../../src/endpoint/endpoint-spec.ts';
import { PROJECT } from '../support/project.ts';

const VALID = {
  id: 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1aa',
  description: 'Counts.',
  parameters: {
    project: { type: 'STRING!', description: 'The project.', example: 'demo' },
  },
  tenant: { parameter: 'project', match: 'equal' },
  derive: { uses: [], parameters: {}, compute: () => ({}) },
  columns: { n: { type: 'INT64!', description: 'A number.' } },
  settings: {
    maxRows: 10,
    cacheSeconds: undefined,
    warmSeconds: undefined,
    sandbox: false,
    redactPii: false,
  },
} as const satisfies EndpointSpec;

const WRONG: readonly [what: string, change: object, message: string][] = [
  ['a malformed id', { id: 'B5E0' }, 'its id "B5E0" is not a lower-case UUID'],
  [
    'an unknown parameter type',
    { parameters: { project: { ...VALID.parameters.project, type: 'TEXT!' } } },
    'parameter "project" has the unknown type "TEXT!"',
  ],
  [
    'a fallback that is not a value',
    {
      parameters: {
        project: VALID.parameters.project,
        tier: { type: 'STRING', description: 'Tier.', values: { A: 'A' }, fallback: 'B' },
      },
    },
    'parameter "tier" falls back to "B"',
  ],
  [
    'an unknown column type',
    { columns: { n: { type: 'INT', description: 'A number.' } } },
    'column "n" has the unknown type "INT"',
  ],
  [
    'a derivation of an undeclared parameter',
    { derive: { uses: ['nosuch'], parameters: {}, compute: () => ({}) } },
    'uses the undeclared parameter "nosuch"',
  ],
  [
    'a derived parameter of an unknown type',
    { derive: { uses: [], parameters: { since: 'MOMENT' }, compute: () => ({}) } },
    'derived parameter "since" has the unknown type "MOMENT"',
  ],
];

test.each(WRONG)('defineEndpoint refuses %s', (_, change, message) => {
  const define = () => defineEndpoint({ ...VALID, ...change } as EndpointSpec);

  expect(define).toThrow(/^Cannot define the endpoint: /);
  expect(define).toThrow(message);
});

test.each([
  ['functions.invocation-stats', 900, 300],
  ['logs.all', undefined, undefined],
  ['usage.api-counts', 900, 300],
])('%s has the settings of the specification', (name, cacheSeconds, warmSeconds) => {
  expect(PROJECT.endpoints.find((endpoint) => endpoint.name === name)?.settings).toEqual({
    maxRows: 1000,
    cacheSeconds,
    warmSeconds,
    sandbox: true,
    redactPii: false,
    shape: false,
  });
});
