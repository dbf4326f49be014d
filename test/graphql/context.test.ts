import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/endpoints/index.ts';
import { createOperationRunner } from '../../src/graphql/context.ts';
import { prepareEndpoints } from '../../src/run/prepare.ts';
import { Registry } from '../../src/run/registry.ts';
import { Runner } from '../../src/run/runner.ts';
import { readTables } from '../../src/tables.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const KEY = {
  keyId: 'a',
  name: 'test',
  endpoints: undefined,
  pins: new Map(),
  redact: false,
  sandbox: true,
};

test('createOperationRunner runs a question once and bills it once', async () => {
  const source = new ScriptedSource(() => ({ cacheStatus: 'MISS', bytesBilled: 10 }));
  const registry = new Registry(prepareEndpoints(ENDPOINTS, readTables()));
  const run = createOperationRunner(new Runner(source, { dataSource: 'test' }));
  const ask = (project: string) =>
    run({
      endpoint: registry.find('usage.api-counts', KEY),
      caller: KEY,
      arguments: { project, interval: 'hourly' },
      sql: undefined,
      redact: false,
      door: 'graphql',
      now: 0n,
      signal: new AbortController().signal,
    });

  const answers = await Promise.all([ask('a'), ask('b'), ask('a')]);

  expect(source.plans).toHaveLength(2);
  expect(answers.map(({ cacheStatus, bytesBilled }) => [cacheStatus, bytesBilled])).toEqual([
    ['MISS', 10],
    ['MISS', 10],
    ['COLLAPSED', 0],
  ]);
});
