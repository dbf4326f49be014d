import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { mayRun, Registry } from '../../src/catalog/registry.ts';
import declaration from '../../src/endpoints/usage.api-counts/endpoint.ts';
import { completed, logsAll, usageApiCounts } from '../support/endpoints.ts';
import { PROJECT } from '../support/project.ts';
import { testCaller } from '../support/test-caller.ts';

/** An endpoint that keeps tenants apart by another parameter, and has one named as the others' tenant too. */
const byOwner = completed('usage.by-owner', usageApiCounts.sql.replaceAll('@project', '@owner'), {
  ...declaration,
  id: 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1aa',
  parameters: {
    owner: { type: 'STRING!', description: 'The owner.', example: 'demo' },
    interval: declaration.parameters?.['interval'] ?? expect.unreachable(),
  },
  tenant: { parameter: 'owner', match: 'pattern' },
});

const registry = new Registry(
  prepareEndpoints({ endpoints: [logsAll, usageApiCounts, byOwner], tables: PROJECT.tables }),
);

const callerWith = (pins: Readonly<Record<string, string>>) =>
  testCaller({ pins: new Map(Object.entries(pins)) });

test.each<[Readonly<Record<string, string>>, readonly string[]]>([
  [{}, ['logs.all', 'usage.api-counts', 'usage.by-owner']],
  [{ project: 'a' }, ['logs.all', 'usage.api-counts']],
  [{ owner: 'a' }, ['usage.by-owner']],
  [{ project: 'a', owner: 'a' }, []],
  [{ project_tier: 'PRO' }, ['logs.all', 'usage.api-counts', 'usage.by-owner']],
  [{ project: 'a', project_tier: 'PRO' }, ['logs.all', 'usage.api-counts']],
])('a key with the pins %j may run %j: tenant pins alone close endpoints', (pins, names) => {
  const caller = callerWith(pins);

  const open = registry.endpoints.filter((endpoint) => mayRun(caller, endpoint));

  expect(open.map(({ definition }) => definition.name)).toEqual(names);
  for (const { definition } of registry.endpoints) {
    const find = () => registry.find(definition.name, caller);
    if (names.includes(definition.name)) expect(find().definition).toBe(definition);
    else expect(find).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  }
});
