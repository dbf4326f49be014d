import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  banner,
  whileListening,
  withOwnKey,
} from '../../../src/server/lifecycle/start-messages.ts';

const URL = 'http://127.0.0.1:4000';
const NO_FIRST_KEY = { text: 'How to make a key', firstKey: undefined };

test.each([
  ['answers', async () => ({ notes: 0, isAnswering: true }), 'Fieldstone is ready.'],
  ['is away', async () => ({ notes: 0, isAnswering: false }), 'not ready yet: http'],
  ['is not set up', () => Promise.reject(new Error('refused')), 'not ready yet: http'],
  ['hangs', () => new Promise<never>(() => {}), `not ready yet: ${URL}/readyz says why`],
])('the banner is honest when the engine %s', async (_, check, says) => {
  const parts = { address: URL, identity: NO_FIRST_KEY, engine: { check }, examplePath: '/a' };

  expect(await banner(parts, 20)).toContain(says);
});

test.each([
  ['/api/endpoints/query/a?b=1', NO_FIRST_KEY, '$FIELDSTONE_KEY', '/api/endpoints/query/a?b=1'],
  [undefined, NO_FIRST_KEY, '$FIELDSTONE_KEY', '/api/endpoints'],
  [undefined, { text: 'Displayed once:', firstKey: 'fsk_1' }, 'fsk_1', '/api/endpoints'],
])('the banner has a request to run: %s %o', async (examplePath, identity, key, path) => {
  const engine = { check: async () => ({ notes: 0, isAnswering: true }) };

  const lines = (await banner({ address: URL, identity, engine, examplePath })).split('\n');

  expect(lines).toContain(`curl -H "X-API-KEY: ${key}" '${URL}${path}'`);
  expect(lines).toContain(identity.text);
  expect(lines.includes('fsk_1')).toBe(key === 'fsk_1');
  expect(lines).toContain(`  Catalogue ${URL}/${key === 'fsk_1' ? '#key=fsk_1' : ''}`);
});

test.each([
  [{ key: undefined, isTerminal: true }, NO_FIRST_KEY.text, undefined],
  [{ key: 'fsk_2', isTerminal: true }, 'FIELDSTONE_KEY has a key', 'fsk_2'],
  [{ key: 'fsk_2', isTerminal: false }, 'FIELDSTONE_KEY has a key', undefined],
])("a developer's own key is displayed on a terminal alone: %o", (own, text, displayed) => {
  const message = withOwnKey(NO_FIRST_KEY, own);

  expect(message.text).toContain(text);
  expect(message.firstKey).toBe(displayed);
});

test("a first key comes before a developer's own", () => {
  const first = { text: 'Displayed once:', firstKey: 'fsk_1' };

  expect(withOwnKey(first, { key: 'fsk_2', isTerminal: true })).toBe(first);
});

/** Resolves once the server listens. */
function listening(server: Server, port: number, host: string): Promise<void> {
  onTestFinished(() => void server.close());
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
}

test.each([
  ['PORT', 'another one, or to 0 for any that is free'],
  ['METRICS_PORT', 'another one'],
] as const)('a used port names %s', async (setting, advice) => {
  const taken = createServer();
  await listening(taken, 0, '127.0.0.1');
  const { port } = taken.address() as { port: number };

  await expect(
    whileListening(setting, listening(createServer(), port, '127.0.0.1')),
  ).rejects.toThrow(new Error(`Port ${port} is in use; set ${setting} to ${advice}`));
});

test('an address of another machine names HOST', async () => {
  // Of a network that is for documentation (RFC 5737).
  await expect(whileListening('PORT', listening(createServer(), 0, '203.0.113.9'))).rejects.toThrow(
    '"203.0.113.9" is no address of this machine; set HOST to one',
  );
});

test('a port that only root may use names its setting', async () => {
  const refusal = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 });

  await expect(whileListening('PORT', Promise.reject(refusal))).rejects.toThrow(
    'This user may not listen on port 80; set PORT to one above 1023',
  );
});
