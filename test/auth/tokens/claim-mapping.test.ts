import { expect, test } from 'vitest';
import { ClaimMapping } from '../../../src/auth/tokens/claim-mapping.ts';
import { NAMES } from '../../support/service-names.ts';

const EXAMPLE =
  '{"endpoints": "app_metadata.endpoints", "pins": {"project": "app_metadata.project_ref"}}';

const ANY = { endpoints: '*', pins: { project: '*' } };

const mappingOf = (claims: unknown) => new ClaimMapping(JSON.stringify(claims), NAMES);

test('rightsOf reads the mapped claims', () => {
  const mapping = mappingOf({
    endpoints: 'scope',
    pins: { project: ['https://example.com/project'], interval: { value: 'daily' } },
    sandbox: { value: true },
    redact: 'flags.redact',
    origins: 'origins',
    maxBytes: { value: 1_000 },
    requestsPerMinute: 'plan.limits.requests',
  });

  const rights = mapping.rightsOf({
    scope: 'openid logs.all  usage.api-counts',
    'https://example.com/project': 'mine',
    flags: { redact: true },
    origins: ['https://app.example.com'],
    plan: { limits: { requests: 60 } },
    maxBytes: 10_000,
  });

  expect(rights).toEqual({
    endpoints: ['openid', 'logs.all', 'usage.api-counts'],
    pins: { project: 'mine', interval: 'daily' },
    sandbox: true,
    redact: true,
    origins: ['https://app.example.com'],
    maxBytes: 1_000,
    requestsPerMinute: 60,
  });
});

test('rightsOf grants neither sandbox nor limits that are not mapped', () => {
  const rights = mappingOf(ANY).rightsOf({ sandbox: true, endpoints: [], maxBytes: 1 });

  expect(rights).toEqual({ pins: {}, sandbox: false, redact: false });
});

test('rightsOf takes an asterisk in a claim for a name', () => {
  const mapping = mappingOf({ endpoints: 'names', pins: { project: 'project' } });

  expect(mapping.rightsOf({ names: '*', project: '*' })).toMatchObject({
    endpoints: ['*'],
    pins: { project: '*' },
  });
});

test.each([
  ['no JSON', 'endpoints', 'line 1, it is not JSON'],
  ['a list', '[]', 'line 1, must be an object like {'],
  ['null', 'null', 'line 1, must be an object like {'],
  [
    'no endpoints',
    '{"pins":{"project":"*"}}',
    'line 1, endpoints: must be "*", the path of a claim',
  ],
  ['no pins', '{"endpoints":"*"}', 'line 1, pins: must be an object of arguments'],
  [
    'no tenant',
    '{"endpoints":"*","pins":{}}',
    'line 1, pins: must pin the tenant (project) to a claim',
  ],
  ['another pin', '{"endpoints":"*","pins":{"interval":"i"}}', 'line 1, pins: must pin the tenant'],
  ['pins for all', '{"endpoints":"*","pins":"*"}', 'line 1, pins: '],
  [
    'a member twice',
    '{"endpoints":"*","endpoints":"a","pins":{"project":"*"}}',
    'line 1, endpoints: is there twice',
  ],
  ['an unknown member', '{"endpoint":"*","pins":{"project":"*"}}', 'endpoints: must be'],
  [
    'one more member',
    '{"endpoints":"*","pins":{"project":"*"},"sandBox":"a"}',
    'sandBox: is no member',
  ],
  [
    'an unknown pin',
    '{"endpoints":"*","pins":{"project":"*","projct":"a"}}',
    'there is no argument "projct"',
  ],
  [
    'an unknown endpoint',
    '{"endpoints":{"value":["logs"]},"pins":{"project":"*"}}',
    'there is no endpoint "logs"',
  ],
  [
    'an asterisk for the sandbox',
    '{"endpoints":"*","pins":{"project":"*"},"sandbox":"*"}',
    'sandbox: must be',
  ],
  [
    'a value of another type',
    '{"endpoints":"*","pins":{"project":"*"},"sandbox":{"value":"true"}}',
    'or {"value": true} for every token',
  ],
  ['no value', '{"endpoints":"*","pins":{"project":"*"},"redact":{}}', 'redact: must be'],
  ['no value of endpoints', '{"endpoints":{},"pins":{"project":"*"}}', 'endpoints: must be'],
  ['true', '{"endpoints":"*","pins":{"project":"*"},"sandbox":true}', 'sandbox: must be'],
  ['an empty path', '{"endpoints":"","pins":{"project":"*"}}', 'endpoints: must be'],
  ['an empty name', '{"endpoints":"a..b","pins":{"project":"*"}}', 'endpoints: must be'],
  ['no names', '{"endpoints":[],"pins":{"project":"*"}}', 'endpoints: must be'],
])('ClaimMapping refuses %s', (_, text, says) => {
  expect(() => new ClaimMapping(text, NAMES)).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^Cannot use CLAIMS: .+/) }),
  );
  expect(() => new ClaimMapping(text, NAMES)).toThrow(says);
  expect(() => new ClaimMapping(text, NAMES)).toThrow(EXAMPLE);
});
