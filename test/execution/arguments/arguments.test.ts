import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseKeys } from '../../../src/auth/keys/key-file.ts';
import { KeyStore } from '../../../src/auth/keys/key-store.ts';
import { coerceArguments, keyPinFault } from '../../../src/execution/arguments/arguments.ts';
import { functionsInvocationStats, logsAll, usageApiCounts } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';
import { NAMES } from '../../support/service-names.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testCaller } from '../../support/test-caller.ts';

const callerWith = (pins: Readonly<Record<string, string>>) =>
  testCaller({ pins: new Map(Object.entries(pins)) });

const ANYONE = callerWith({});

test('coerceArguments keeps declared parameters and drops the rest', () => {
  expect(
    coerceArguments(
      logsAll,
      {
        project: 'demo',
        project_tier: 'PRO',
        ref: 'default',
        iso_timestamp_start: '2026-07-01T12:00:00Z',
      },
      ANYONE,
    ),
  ).toEqual({
    project: 'demo',
    project_tier: 'PRO',
    iso_timestamp_start: 1_782_907_200_000_000n,
    iso_timestamp_end: undefined,
  });
});

test('coerceArguments falls back for values outside the list, where the endpoint says so', () => {
  expect(coerceArguments(logsAll, { project: 'a', project_tier: 'GOLD' }, ANYONE)).toMatchObject({
    project_tier: 'FREE',
  });
  expect(coerceArguments(logsAll, { project: 'a', project_tier: '' }, ANYONE)).toMatchObject({
    project_tier: 'FREE',
  });
  expect(
    coerceArguments(functionsInvocationStats, { project: 'a', interval: '2min' }, ANYONE),
  ).toMatchObject({
    interval: '1day',
  });
});

test('coerceArguments names the allowed values where there is no fallback', () => {
  expect(() =>
    coerceArguments(usageApiCounts, { project: 'a', interval: 'weekly' }, ANYONE),
  ).toThrow('Argument "interval" cannot be "weekly"; it must be one of minutely, hourly, daily');
});

test('coerceArguments takes an empty value as absent', () => {
  expect(
    coerceArguments(
      functionsInvocationStats,
      { project: 'a', interval: '1hr', function_id: '' },
      ANYONE,
    ),
  ).toMatchObject({ function_id: undefined });
  expect(() => coerceArguments(usageApiCounts, { project: '', interval: 'daily' }, ANYONE)).toThrow(
    'Argument "project" is missing; it is required',
  );
});

test.each([
  [{ project_tier: 'PRO' }, 'Argument "project" is missing; it is required'],
  [
    { project: 'a', project_tier: 'PRO', iso_timestamp_end: 'soon' },
    'Argument "iso_timestamp_end" cannot be "soon"',
  ],
  [{ project: ['a', 'b'], project_tier: 'PRO' }, 'Argument "project" must be a single value'],
  [{ project: 'a\0', project_tier: 'PRO' }, 'Argument "project" must be text without NUL'],
  [{ project: '\ud800', project_tier: 'PRO' }, 'Argument "project" must be text without NUL'],
])('coerceArguments refuses %j', (raw, message) => {
  expect(() => coerceArguments(logsAll, raw, ANYONE)).toThrow(message);
  expect(() => coerceArguments(logsAll, raw, ANYONE)).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT' }),
  );
});

test('coerceArguments supplies what the key pins', () => {
  const caller = callerWith({ project: 'demo', project_tier: 'PRO' });

  expect(coerceArguments(logsAll, {}, caller)).toMatchObject({
    project: 'demo',
    project_tier: 'PRO',
  });
  expect(coerceArguments(logsAll, { project: 'demo' }, caller)).toMatchObject({ project: 'demo' });
});

test('coerceArguments refuses a value that differs from the pin, compared after coercion', () => {
  const caller = callerWith({ project: 'demo', project_tier: 'FREE' });

  expect(() => coerceArguments(logsAll, { project: 'other' }, caller)).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', status: 403 }),
  );
  expect(coerceArguments(logsAll, { project: 'demo', project_tier: 'GOLD' }, caller)).toMatchObject(
    {
      project_tier: 'FREE',
    },
  );
});

test('coerceArguments leaves out a pin that the endpoint has no parameter for', () => {
  const asked = { project: 'a', interval: 'daily' };

  expect(coerceArguments(usageApiCounts, asked, callerWith({ project_tier: 'PRO' }))).toEqual(
    asked,
  );
});

test.each([undefined, null, ''])(
  'coerceArguments reads %j as a pin, then as the fallback, then as missing',
  (absent) => {
    const asked = { project: 'a', project_tier: absent, interval: absent };
    const read = (pins: Readonly<Record<string, string>>) =>
      coerceArguments(logsAll, asked, callerWith(pins))['project_tier'];

    expect(read({ project_tier: 'PAYG' })).toBe('PAYG');
    expect(read({})).toBe('FREE');
    expect(coerceArguments(functionsInvocationStats, asked, ANYONE)).toMatchObject({
      interval: '1day',
    });
    expect(() => coerceArguments(usageApiCounts, asked, ANYONE)).toThrow(
      'Argument "interval" is missing; it is required; it must be one of minutely, hourly, daily',
    );
  },
);

test('coerceArguments refuses a pin that is empty', () => {
  expect(() =>
    coerceArguments(logsAll, { project: 'a', project_tier: 'PRO' }, callerWith({ project: '' })),
  ).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
});

test('coerceArguments takes a pinned pattern literally', () => {
  expect(
    coerceArguments(usageApiCounts, { interval: 'daily' }, callerWith({ project: '(' })),
  ).toMatchObject({
    project: '(',
  });
});

test('coerceArguments does not read inherited members', () => {
  expect(() =>
    coerceArguments(logsAll, Object.create({ project: 'a', project_tier: 'PRO' }), ANYONE),
  ).toThrow('is missing');
});

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
