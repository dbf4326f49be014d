import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { Runner } from '../../src/execution/runner.ts';
import { graphqlRoute } from '../../src/graphql/route.ts';
import { httpServer, listen } from '../support/http-server.ts';
import { PROJECT } from '../support/project.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

test('graphqlRoute stops the run when the client leaves, and logs no failure', async () => {
  const client = new AbortController();
  const stopped = Promise.withResolvers<unknown>();
  const source = new ScriptedSource((_, { signal }) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => {
      stopped.resolve(signal.reason);
      reject(signal.reason);
    });
    client.abort();
    return promise;
  });
  const registry = new Registry(prepareEndpoints(PROJECT));
  const runner = new Runner(source, { dataSource: 'scripted' });
  const { app, key, log } = await httpServer({
    routes: [graphqlRoute({ served: () => ({ registry, runner }), clock: () => 0n })],
  });

  const asked = fetch(`http://127.0.0.1:${await listen(app)}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ logsAll(project: "p", projectTier: FREE) { rowCount } }' }),
    signal: client.signal,
  });

  await expect(asked).rejects.toThrow();
  expect(await stopped.promise).toMatchObject({ name: 'AbortError' });
  await expect.poll(() => log.entries.map(({ status }) => status)).toContain(499);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('graphqlRoute stops every run of an operation when its client leaves, and begins no other', async () => {
  const client = new AbortController();
  const begun: AbortSignal[] = [];
  const source = new ScriptedSource((_, { signal }) => {
    begun.push(signal);
    if (begun.length === 3) client.abort();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const registry = new Registry(prepareEndpoints(PROJECT));
  const runner = new Runner(source, { dataSource: 'scripted' });
  const { app, key, log } = await httpServer({
    routes: [graphqlRoute({ served: () => ({ registry, runner }), clock: () => 0n })],
  });
  const fields = ['a', 'b', 'c'].map(
    (name) => `${name}: logsAll(project: "${name}", projectTier: FREE) { rowCount rows { id } }`,
  );

  const asked = fetch(`http://127.0.0.1:${await listen(app)}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ ${fields.join(' ')} endpoints { name } }` }),
    signal: client.signal,
  });

  await expect(asked).rejects.toThrow();
  await expect.poll(() => log.entries.map(({ status }) => status)).toContain(499);
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  expect(source.plans).toHaveLength(3);
  expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});
