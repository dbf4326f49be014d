import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseKeys } from '../../../src/auth/keys/key-file.ts';
import { KeyStore } from '../../../src/auth/keys/key-store.ts';
import { keyPinFault } from '../../../src/execution/arguments/pin-fault.ts';
import { PROJECT } from '../../support/project.ts';
import { NAMES } from '../../support/service-names.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const scopes = { ...NAMES, pinFault: keyPinFault(PROJECT.endpoints) };

function keyFile(pins: Readonly<Record<string, string>>, endpoints?: readonly string[]): string {
  const record = {
    id: 'one',
    name: 'ci',
    sha256: 'ab'.repeat(32),
    created: '2026-07-01T10:00:00Z',
    ...(endpoints && { endpoints }),
    pins,
  };
  return `{"version": 1, "keys": [\n${JSON.stringify(record)}]}`;
}

test.each<[pins: Readonly<Record<string, string>>, endpoints: string[] | undefined, says: string]>([
  [
    { project_tier: 'NOSUCH' },
    undefined,
    'keys[0].pins.project_tier: Argument "project_tier" cannot be "NOSUCH"; it must be one of FREE, PRO, PAYG, ENTERPRISE (endpoint "logs.all")',
  ],
  [{ project_tier: '__proto__' }, undefined, 'pins.project_tier: '],
  [{ project: 'a', interval: 'weekly' }, undefined, 'pins.interval: '],
  [{ interval: '5min' }, ['usage.api-counts'], 'it must be one of minutely, hourly, daily'],
  [{ iso_timestamp_end: 'soon' }, undefined, 'pins.iso_timestamp_end: '],
  [{ project: '' }, undefined, 'pins.project: must not be empty'],
  [{ project: 'a\u0000b' }, undefined, 'pins.project: '],
])('a key file with pins %j for %j is refused', (pins, endpoints, says) => {
  const parse = () => parseKeys(keyFile(pins, endpoints), scopes);

  expect(parse).toThrow(/^line 2, keys\[0\]\.pins\./);
  expect(parse).toThrow(says);
});

test.each<[pins: Readonly<Record<string, string>>, endpoints: string[] | undefined]>([
  [{ project_tier: 'PRO' }, undefined],
  [{ project: 'a(b' }, undefined],
  // One of the endpoints that have the argument takes it.
  [{ interval: '5min' }, undefined],
  [{ interval: 'hourly' }, undefined],
  [{ iso_timestamp_end: '2026-07-01T11:00:00Z' }, undefined],
  // No endpoint of this key has the argument.
  [{ project_tier: 'NOSUCH' }, ['usage.api-counts']],
])('a key file with pins %j for %j is taken', (pins, endpoints) => {
  expect(parseKeys(keyFile(pins, endpoints), scopes)).toHaveLength(1);
});

test('KeyStore keeps its keys while a pin in the file can never be applied', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  writeFileSync(file, keyFile({ project_tier: 'PRO' }));
  const errors: string[] = [];
  const store = new KeyStore({ file, scopes, pollMs: 5, onError: (e) => errors.push(e.message) });

  writeFileSync(file, keyFile({ project_tier: 'NOSUCH' }));
  await expect.poll(() => errors).toHaveLength(1);

  expect(errors[0]).toContain('keys[0].pins.project_tier: ');
  expect(store.state.isInForce).toBe(false);
  store.close();
});
