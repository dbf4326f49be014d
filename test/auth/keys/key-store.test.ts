import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys, type KeyScopes } from '../../../src/auth/keys/key-file.ts';
import { createKey, type KeyGrant } from '../../../src/auth/keys/key-record.ts';
import { KeyStore, keysFromText } from '../../../src/auth/keys/key-store.ts';
import { createSecret } from '../../../src/auth/secret.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SCOPES, WRONG_KEY_FILES } from './wrong-key-files.ts';

const NOW = Date.parse('2026-07-01T10:00:00Z');
const GRANT: KeyGrant = {
  name: 'ci',
  endpoints: undefined,
  pins: {},
  redact: false,
  sandbox: true,
  expires: undefined,
};

async function addKey(file: string, grant: Partial<KeyGrant> = {}) {
  const key = createKey({ ...GRANT, ...grant }, new Date(NOW));
  await changeKeys(file, (keys = []) => [...keys, key.record]);
  return { secret: key.secret, id: key.record.id };
}

function openStore(file: string, scopes?: KeyScopes) {
  const errors: string[] = [];
  const clock = { now: NOW };
  const store = new KeyStore({
    file,
    ...(scopes && { scopes }),
    now: () => clock.now,
    onError: (error) => errors.push(error.message),
    pollMs: 5,
  });
  onTestFinished(() => store.close());
  return { store, errors, clock };
}

test('authenticate tells the caller with everything that the key allows', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  await addKey(file);
  const { secret, id } = await addKey(file, {
    name: 'front end',
    endpoints: ['logs.all'],
    pins: { project: 'abc' },
    redact: true,
    sandbox: false,
    maxBytes: 10e9,
    dailyBytes: 1e12,
  });

  const { store } = openStore(file);

  expect(store.authenticate(secret)).toEqual({
    keyId: id,
    name: 'front end',
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'abc']]),
    redact: true,
    sandbox: false,
    maxBytes: 10e9,
    dailyBytes: 1e12,
  });
});

test('authenticate knows neither another key nor text that is no key', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const { secret } = await addKey(file);

  const { store } = openStore(file);

  const others = [createSecret(), secret.slice(1), secret.toLowerCase(), '', 'fsk_'];
  expect(others.map((text) => store.authenticate(text))).toEqual(Array(5).fill(undefined));
});

test('authenticate refuses a key from the moment that it expires', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const { secret } = await addKey(file, { expires: new Date(NOW + 1_000) });
  const { store, clock } = openStore(file);

  clock.now = NOW + 999;
  expect(store.authenticate(secret)).toBeDefined();
  clock.now = NOW + 1_000;
  expect(store.authenticate(secret)).toBeUndefined();
});

test('KeyStore starts without a file and sees the first key', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const { store } = openStore(file);

  const { secret } = await addKey(file);

  await expect.poll(() => store.authenticate(secret)).toBeDefined();
});

test('KeyStore sees a revocation, also of every key', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const first = await addKey(file);
  const second = await addKey(file);
  const { store } = openStore(file);

  await changeKeys(file, (keys = []) => keys.filter(({ id }) => id !== first.id));
  await expect.poll(() => store.authenticate(first.secret)).toBeUndefined();
  expect(store.authenticate(second.secret)).toBeDefined();

  await changeKeys(file, () => []);
  await expect.poll(() => store.authenticate(second.secret)).toBeUndefined();
});

test('KeyStore keeps its keys while the file is gone, says so once, and recovers', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const { store, errors } = openStore(file);
  const { secret } = await addKey(file);
  await expect.poll(() => store.authenticate(secret)).toBeDefined();

  renameSync(file, `${file}.away`);
  await expect.poll(() => store.state.isInForce).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(errors).toEqual([`Cannot use the keys in "${file}": there is no such file`]);
  expect(store.authenticate(secret)).toBeDefined();

  renameSync(`${file}.away`, file);
  await expect.poll(() => store.state.isInForce).toBe(true);
  expect(store.authenticate(secret)).toBeDefined();
});

test('KeyStore keeps its keys while the file is broken, says so once, and recovers', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const first = await addKey(file);
  const { store, errors } = openStore(file);

  writeFileSync(file, '{"version":1,');
  await expect.poll(() => errors).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(errors).toEqual([
    `Cannot use the keys in "${file}": line 1, it is not JSON: it ends too early`,
  ]);
  expect(store.authenticate(first.secret)).toBeDefined();

  rmSync(file);
  const second = await addKey(file);
  await expect.poll(() => store.authenticate(second.secret)).toBeDefined();
  expect(store.authenticate(first.secret)).toBeUndefined();
});

test('KeyStore keeps its keys while the file speaks of an endpoint that there is not', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const first = await addKey(file, { endpoints: ['logs.all'] });
  const scopes = { endpoints: new Set(['logs.all']), parameters: new Set(['project']) };
  const { store, errors } = openStore(file, scopes);

  const second = await addKey(file, { endpoints: ['logs.al'] });
  await expect.poll(() => errors).toHaveLength(1);

  expect(errors[0]).toContain('keys[1].endpoints[0]: there is no endpoint "logs.al"');
  expect(store.authenticate(first.secret)).toBeDefined();
  expect(store.authenticate(second.secret)).toBeUndefined();
});

test('KeyStore refuses to start on a file that it cannot use', () => {
  const file = join(temporaryFolder(), 'keys.json');
  writeFileSync(file, 'not json');

  expect(() => openStore(file)).toThrow(`Cannot use the keys in "${file}": line 1, it is not JSON`);
});

test('close stops the reading', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const { store } = openStore(file);

  store.close();
  const { secret } = await addKey(file);

  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(store.authenticate(secret)).toBeUndefined();
});

test.each(WRONG_KEY_FILES)('keysFromText refuses, as the key file is, $what', ({ text, says }) => {
  const read = () => keysFromText(text, { scopes: SCOPES });

  expect(read).toThrow('Cannot use the keys in KEYS: ');
  expect(read).toThrow(says);
});
