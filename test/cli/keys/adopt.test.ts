import { expect, test } from 'vitest';
import { readKeys } from '../../../src/auth/keys/key-file.ts';
import { KeyStore } from '../../../src/auth/keys/key-store.ts';
import { digestOf } from '../../../src/auth/secret.ts';
import { commandLine, NOW } from '../../support/keys-command.ts';

test('keys create --secret-stdin adopts a key that callers hold, and prints it nowhere', async () => {
  const { file, run } = commandLine();
  const secret = 'LF-0123456789-abcdef';

  const made = await run('create --name explorer --secret-stdin', NOW, `${secret}\n`);
  const again = await run('create --name explorer --secret-stdin', NOW, secret);

  const records = (await readKeys(file)) ?? [];
  expect(made.code).toBe(0);
  expect(`${made.out}${made.err}`).not.toContain(secret);
  expect(records.map(({ sha256 }) => sha256)).toEqual([digestOf(secret).toString('hex')]);
  expect(again.code).toBe(1);
  expect(again.err).toBe(`This secret is the key ${records[0]?.id} already; revoke that one first`);
  const keys = new KeyStore({ file, onError: (error) => expect.unreachable(error.message) });
  expect(keys.authenticate(secret)).toMatchObject({ name: 'explorer' });
  expect(keys.authenticate(`${secret}x`)).toBeUndefined();
  keys.close();
});

test.each([
  ['', 'must have at least 20 characters'],
  ['0123456789-abcdefgh', 'must have at least 20 characters'],
  ['0123456789 abcdefghij', 'must be visible ASCII characters'],
  ['x'.repeat(513), 'must have at most 512 characters'],
  ['fsk_0123456789abcdefghij', 'is a mistyped key of Fieldstone'],
])('keys create --secret-stdin refuses %.30s', async (secret, message) => {
  const { file, run } = commandLine();

  const { code, err } = await run('create --name ci --secret-stdin', NOW, secret);

  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(secret === '' || !err.includes(secret)).toBe(true);
  expect(await readKeys(file)).toBeUndefined();
});
