import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKeys } from '../../../src/auth/keys/key-file.ts';
import { createKey, type KeyGrant, type KeyRecord } from '../../../src/auth/keys/key-record.ts';
import { KeyList, keysFromText } from '../../../src/auth/keys/key-store.ts';
import { createSecret, digestOf } from '../../../src/auth/secret.ts';

const NOW = Date.parse('2026-07-01T10:00:00Z');
const textOf = (keys: readonly KeyRecord[]) => JSON.stringify({ version: 1, keys });

const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const name = fc.string({ minLength: 1, unit: 'grapheme' });

const grant: fc.Arbitrary<KeyGrant> = fc.record(
  {
    name: fc.string({ unit: 'grapheme' }),
    endpoints: fc.option(fc.uniqueArray(name), { nil: undefined }),
    // `JSON.parse` makes `__proto__` a member, which the parser refuses for every record.
    pins: fc.dictionary(
      name.filter((text) => text !== '__proto__'),
      name,
      { noNullPrototype: true },
    ),
    redact: fc.boolean(),
    sandbox: fc.boolean(),
    metrics: fc.option(fc.boolean(), { nil: undefined }),
    expires: fc.option(
      fc.date({ min: new Date(NOW + 1), max: new Date('2100-01-01'), noInvalidDate: true }),
      { nil: undefined },
    ),
    origins: fc.option(
      fc.array(
        fc.constantFrom('https://a.example', 'https://*.b.example', 'http://c.example:8080'),
      ),
      { nil: undefined },
    ),
    maxBytes: fc.option(positive, { nil: undefined }),
    dailyBytes: fc.option(positive, { nil: undefined }),
    maxRunning: fc.option(positive, { nil: undefined }),
    maxWaiting: fc.option(positive, { nil: undefined }),
    requestsPerMinute: fc.option(positive, { nil: undefined }),
  },
  { requiredKeys: ['name', 'endpoints', 'pins', 'redact', 'sandbox', 'expires'] },
);

test('a key has every right that it was created with, and no other', () => {
  fc.assert(
    fc.property(grant, (given) => {
      const { secret, record } = createKey(given, new Date(NOW));

      const caller = keysFromText(textOf([record]), { now: () => NOW }).authenticate(secret);

      const { expires: _, ...rights } = given;
      expect(caller).toEqual({
        ...rights,
        keyId: record.id,
        endpoints: given.endpoints && new Set(given.endpoints),
        pins: new Map(Object.entries(given.pins)),
        origins: given.origins?.map(() => expect.any(RegExp)),
      });
      expect(caller && Object.isFrozen(caller)).toBe(true);
      expect(JSON.stringify(record)).not.toContain(secret);
    }),
  );
});

test('a record of a key may be written and parsed any number of times', () => {
  fc.assert(
    fc.property(grant, (given) => {
      const { record } = createKey(given, new Date(NOW));

      const once = parseKeys(textOf([record]));

      expect(parseKeys(textOf(once))).toStrictEqual(once);
      expect(once).toEqual([record]);
    }),
  );
});

/** Keys of a small file, each with a secret and the moment of its expiry. */
const SECRETS = Array.from({ length: 4 }, (_, i) => ({
  secret: i === 3 ? 'a-key-of-another-service-0001' : createSecret(),
  expires: i % 2 === 0 ? undefined : NOW + 1_000 * i,
}));

interface Step {
  readonly do: 'load' | 'load a fault' | 'no file' | 'wait' | 'ask';
  /** Which keys a loaded file has. */
  readonly keys: readonly number[];
  readonly key: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('load', 'load a fault', 'no file', 'wait', 'ask', 'ask'),
  keys: fc.subarray(SECRETS.map((_, i) => i)),
  key: fc.nat({ max: SECRETS.length - 1 }),
});

function recordOf(i: number): KeyRecord {
  const { secret, expires } = SECRETS[i] ?? { secret: '', expires: undefined };
  return {
    id: `key-${i}`,
    name: 'test',
    sha256: digestOf(secret).toString('hex'),
    created: '2026-07-01T10:00:00Z',
    ...(expires !== undefined && { expires: new Date(expires).toISOString() }),
    pins: {},
    redact: false,
    sandbox: true,
  };
}

/** The same in the plainest way: which keys are in force, and what time it is. */
class Model {
  now = NOW;
  inForce: readonly number[] = [];

  isKnown(key: number): boolean {
    const { expires = Number.POSITIVE_INFINITY } = SECRETS[key] ?? {};
    return this.inForce.includes(key) && expires > this.now;
  }
}

function take(keys: KeyList, model: Model, { do: what, keys: loaded }: Step): void {
  switch (what) {
    case 'load':
      keys.load(textOf(loaded.map(recordOf)));
      model.inForce = loaded;
      break;
    case 'no file':
      keys.load(undefined);
      model.inForce = [];
      break;
    case 'load a fault':
      expect(() => keys.load('{"version":1}')).toThrow('keys');
      break;
    case 'wait':
      model.now += 700;
      break;
    case 'ask':
  }
}

test('KeyList knows the keys of the last sound text that have not expired, whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = new Model();
      const keys = new KeyList({ now: () => model.now });

      for (const each of steps) {
        take(keys, model, each);
        const { key } = each;
        const secret = SECRETS[key]?.secret ?? '';

        const caller = keys.authenticate(secret);

        expect(caller?.keyId).toBe(model.isKnown(key) ? `key-${key}` : undefined);
        // Limits and the microcache go by the object.
        expect(keys.authenticate(secret)).toBe(caller);
      }
    }),
  );
});

test('a text that only resembles a key is no key', () => {
  const { secret, record } = createKey(
    { name: 'a', endpoints: undefined, pins: {}, redact: false, sandbox: true, expires: undefined },
    new Date(NOW),
  );
  const keys = keysFromText(textOf([record]));
  const other = secret.endsWith('0') ? '1' : '0';

  const alike = [
    ` ${secret}`,
    `${secret} `,
    `${secret}\n`,
    `${secret}\0`,
    secret.slice(0, -1) + other,
    secret.toUpperCase(),
    `Bearer ${secret}`,
    record.sha256,
    record.id,
  ];

  expect(alike.map((text) => keys.authenticate(text))).toEqual(alike.map(() => undefined));
  expect(keys.authenticate(secret)).toMatchObject({ keyId: record.id });
});
