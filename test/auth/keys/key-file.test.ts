import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeKeys, parseKeys, readKeys } from '../../../src/auth/keys/key-file.ts';
import { createKey } from '../../../src/auth/keys/key-record.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SCOPES, SOUND_KEY_FILE, WRONG_KEY_FILES } from './wrong-key-files.ts';

const NOW = new Date('2026-07-01T10:00:00Z');

function recordNamed(name: string) {
  const grant = {
    name,
    endpoints: undefined,
    pins: {},
    redact: false,
    sandbox: true,
    expires: undefined,
  };
  return createKey(grant, NOW).record;
}

test('changeKeys writes a file of mode 0600 that readKeys reads back, and leaves nothing beside it', async () => {
  const folder = join(temporaryFolder(), 'made', 'for-it');
  const file = join(folder, 'keys.json');
  const record = {
    ...recordNamed('ci'),
    expires: '2026-08-01T00:00:00.000Z',
    endpoints: ['logs.all'],
    pins: { project: 'abc' },
  };

  await changeKeys(file, () => [record]);

  expect(await readKeys(file)).toEqual([record]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('changeKeys loses no key when many change the file at once', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const records = Array.from({ length: 20 }, (_, i) => recordNamed(`key ${i}`));

  await Promise.all(records.map((record) => changeKeys(file, (keys = []) => [...keys, record])));

  const names = (await readKeys(file))?.map(({ name }) => name).sort();
  expect(names).toEqual(records.map(({ name }) => name).sort());
});

test('changeKeys takes over a lock that a killed process left behind', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'keys.json');
  writeFileSync(`${file}.lock`, '');
  const minuteAgo = Date.now() / 1_000 - 60;
  utimesSync(`${file}.lock`, minuteAgo, minuteAgo);

  await Promise.all([
    changeKeys(file, (keys = []) => [...keys, recordNamed('a')]),
    changeKeys(file, (keys = []) => [...keys, recordNamed('b')]),
  ]);

  expect(await readKeys(file)).toHaveLength(2);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('changeKeys waits for a lock that another process holds', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'keys.json');
  writeFileSync(`${file}.lock`, '');
  let isChanged = false;

  const changing = changeKeys(file, () => {
    isChanged = true;
    return [recordNamed('a')];
  });
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(isChanged).toBe(false);
  rmSync(`${file}.lock`);
  await changing;
  expect(await readKeys(file)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('changeKeys leaves the file as it is where there is nothing to change', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  await changeKeys(file, () => [recordNamed('a')]);
  utimesSync(file, 1, 1);

  await changeKeys(file, () => undefined);

  expect(statSync(file).mtimeMs).toBe(1_000);
});

test('changeKeys releases the lock and keeps the file when the change fails', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'keys.json');
  await changeKeys(file, () => [recordNamed('kept')]);

  const failing = changeKeys(file, () => {
    throw new Error('no');
  });

  await expect(failing).rejects.toThrow('no');
  expect((await readKeys(file))?.map(({ name }) => name)).toEqual(['kept']);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('changeKeys refuses to replace a file that it cannot read', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  writeFileSync(file, '{"version":1,"keys":[{}]}');

  await expect(changeKeys(file, () => [])).rejects.toThrow(/Cannot read the keys in ".*keys.json"/);
  expect(readFileSync(file, 'utf8')).toBe('{"version":1,"keys":[{}]}');
});

test('changeKeys follows a link and keeps it', async () => {
  const folder = temporaryFolder();
  const target = join(folder, 'real.json');
  const file = join(folder, 'keys.json');
  await changeKeys(target, () => []);
  symlinkSync(target, file);

  await changeKeys(file, () => [recordNamed('ci')]);

  expect(await readKeys(target)).toHaveLength(1);
});

test('readKeys knows an absent file from an empty one', async () => {
  const file = join(temporaryFolder(), 'keys.json');

  expect(await readKeys(file)).toBeUndefined();
  await changeKeys(file, () => []);
  expect(await readKeys(file)).toEqual([]);
});

test('readKeys names a file that cannot be read', async () => {
  const folder = temporaryFolder();

  await expect(readKeys(folder)).rejects.toThrow(`Cannot read the keys in "${folder}": EISDIR`);
});

test('parseKeys names the member that is wrong and quotes no digest', () => {
  const record = { ...recordNamed('ci'), created: 'yesterday' };

  const parse = () => parseKeys(JSON.stringify({ version: 1, keys: [record] }));

  expect(parse).toThrow('keys[0].created');
  expect(() => parseKeys(`{"keys": "${record.sha256}`)).toThrow(
    /^line 1, it is not JSON: it ends too early$/,
  );
});

test('parseKeys gives no sandbox to a record that does not speak of it', () => {
  const { id, name, sha256, created } = recordNamed('ci');

  const keys = parseKeys(JSON.stringify({ version: 1, keys: [{ id, name, sha256, created }] }));

  expect(keys).toEqual([{ id, name, sha256, created, pins: {}, redact: false, sandbox: false }]);
});

test('parseKeys takes every member that a record may have', () => {
  expect(parseKeys(SOUND_KEY_FILE, SCOPES)).toHaveLength(2);
});

test.each(WRONG_KEY_FILES)('parseKeys refuses a whole file for $what', ({ text, says }) => {
  const refusal = catchError(() => parseKeys(text, SCOPES));

  expect(refusal.message).toContain(says);
  expect(refusal.message).not.toContain('\n');
  // Whoever logs the error prints its causes too.
  expect(`${refusal.stack}${refusal.cause}`).not.toMatch(/[0-9a-f]{64}/i);
});

test('readKeys refuses bytes that are no UTF-8', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const [before = '', after = ''] = SOUND_KEY_FILE.split('abc');
  writeFileSync(file, Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]));

  await expect(readKeys(file)).rejects.toThrow('it is not UTF-8');
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was taken');
}
