import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureFirstKey } from '../../../src/auth/keys/first-key.ts';
import { changeKeys, readKeys } from '../../../src/auth/keys/key-file.ts';
import { isWellFormedSecret } from '../../../src/auth/secret.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('ensureFirstKey makes and shows a key at the first start only', async () => {
  const file = join(temporaryFolder(), 'keys.json');

  const first = await ensureFirstKey(file, { create: true });
  const later = await ensureFirstKey(file, { create: true });

  expect(isWellFormedSecret(first.secret ?? '')).toBe(true);
  expect(first.text).not.toContain(first.secret);
  expect(later.secret).toBeUndefined();
  expect(later.text).toContain('npx fieldstone keys create --name NAME');
  expect(await readKeys(file)).toHaveLength(1);
});

test('ensureFirstKey makes one key when two processes start at once', async () => {
  const file = join(temporaryFolder(), 'keys.json');

  const starts = await Promise.all([1, 2, 3].map(() => ensureFirstKey(file, { create: true })));

  expect(starts.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
  expect(await readKeys(file)).toHaveLength(1);
});

test('ensureFirstKey makes none where it must not, and says how to make one', async () => {
  const file = join(temporaryFolder(), 'keys.json');

  const { secret, text } = await ensureFirstKey(file, { create: false });

  expect(secret).toBeUndefined();
  expect(text).toBe(
    `There is no key in "${file}" yet. Make a key with: npx fieldstone keys create --name NAME`,
  );
  expect(await readKeys(file)).toBeUndefined();
});

test('ensureFirstKey makes no new key when all were revoked', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  await changeKeys(file, () => []);

  expect((await ensureFirstKey(file, { create: true })).secret).toBeUndefined();
});
