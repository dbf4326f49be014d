import { expect, test } from 'vitest';
import { type Authentication, type CallerLimits, withKeyLimits } from '../../src/auth/caller.ts';
import { KnownKeys } from '../support/known-keys.ts';

const LIMITS: CallerLimits = { requestsPerMinute: 6, maxRunning: 1 };

/** Two keys, of which the first has limits of its own. */
function twoKeys(limits: Readonly<Record<string, CallerLimits>>) {
  const keys = new KnownKeys();
  const secrets = [keys.add({ requestsPerMinute: 60, maxBytes: 7 }), keys.add()] as const;
  return { keys, secrets, limited: withKeyLimits(keys, limits) };
}

test('withKeyLimits gives a caller the limits under its id, and keeps all else of it', () => {
  const { keys, secrets, limited } = twoKeys({ 'key-1': LIMITS });

  const [first, second] = secrets.map((secret) => limited.authenticate(secret));

  expect(first).toEqual({ ...keys.authenticate(secrets[0]), ...LIMITS, maxBytes: 7 });
  expect(second).toBe(keys.authenticate(secrets[1]));
  expect(limited.authenticate('no key')).toBeUndefined();
});

test('withKeyLimits gives one caller one object', () => {
  const { secrets, limited } = twoKeys({ 'key-1': LIMITS });

  // The microcache and the budgets of a key go by it.
  expect(limited.authenticate(secrets[0])).toBe(limited.authenticate(secrets[0]));
});

test('withKeyLimits waits for a caller that must be verified', async () => {
  const { keys, secrets } = twoKeys({});
  const slow = {
    authenticate: async (secret: string): Promise<Authentication> => keys.authenticate(secret),
  };
  const limited = withKeyLimits(slow, { 'key-1': LIMITS });

  const callers = await Promise.all(
    [...secrets, 'no key'].map(async (secret) => limited.authenticate(secret)),
  );

  expect(callers.slice(0, 2)).toMatchObject([LIMITS, { keyId: 'key-2' }]);
  expect(callers[2]).toBeUndefined();
});

test.each(['toString', '__proto__', 'constructor'])(
  'withKeyLimits has none for a key that is called %s',
  (keyId) => {
    const keys = new KnownKeys();
    const secret = keys.add({ keyId });
    const limited = withKeyLimits(keys, { other: LIMITS });

    expect(limited.authenticate(secret)).toBe(keys.authenticate(secret));
  },
);

test('withKeyLimits without limits is the authenticator itself', () => {
  const { keys, limited } = twoKeys({});

  expect(limited).toBe(keys);
});
