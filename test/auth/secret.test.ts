import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  adoptionFault,
  canBeSecret,
  createSecret,
  digestOf,
  hideSecrets,
  isWellFormedSecret,
} from '../../src/auth/secret.ts';

test('createSecret makes keys of one shape that never repeat', () => {
  const secrets = Array.from({ length: 200 }, createSecret);

  expect(secrets.every((secret) => /^fsk_[0-9A-Za-z]{49}$/.test(secret))).toBe(true);
  expect(secrets.every(isWellFormedSecret)).toBe(true);
  expect(new Set(secrets).size).toBe(200);
});

test('isWellFormedSecret refuses a key with one character changed', () => {
  const secret = createSecret();

  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: secret.length - 1 }),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
      (at, letter) => {
        fc.pre(secret[at] !== letter);
        expect(isWellFormedSecret(secret.slice(0, at) + letter + secret.slice(at + 1))).toBe(false);
      },
    ),
  );
});

test('isWellFormedSecret refuses a key with two neighbours swapped, a shortened key and other text', () => {
  const secret = createSecret();
  const at = [...secret].findIndex((letter, i) => i > 4 && letter !== secret[i + 1]);
  const swapped = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2);

  expect(
    [swapped, secret.slice(0, -1), `${secret}0`, ` ${secret}`, '', 'fsk_'].map(isWellFormedSecret),
  ).toEqual(Array(6).fill(false));
});

test('digestOf is the SHA-256 of the text', () => {
  expect(digestOf('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('hideSecrets leaves nothing of a key but its prefix', () => {
  expect(hideSecrets(`/a/${createSecret()}/b`)).toBe('/a/fsk_…/b');
});

test('hideSecrets leaves nothing of a token but that it is one', () => {
  const token = ['{"alg":"RS256"}', '{"sub":"someone"}', 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  expect(hideSecrets(`/a/${token}/b`)).toBe('/a/eyJ…/b');
  expect(hideSecrets(`/a/${token.slice(0, 30)}`)).toBe('/a/eyJ…');
});

test.each([
  ['of 19 characters', 'x'.repeat(19), 'must have at least 20 characters'],
  ['of 513 characters', 'x'.repeat(513), 'must have at most 512 characters'],
  ['with a blank', `${'x'.repeat(20)} y`, 'must be visible ASCII characters without blanks'],
  ['with a line break', `${'x'.repeat(20)}\n`, 'must be visible ASCII characters without blanks'],
  ['with an accent', `${'x'.repeat(20)}é`, 'must be visible ASCII characters without blanks'],
  ['with a wrong checksum', `fsk_${'0'.repeat(49)}`, 'is a mistyped key of Fieldstone'],
  ['cut short', createSecret().slice(0, -1), 'is a mistyped key of Fieldstone'],
])('adoptionFault refuses a key %s', (_, secret, fault) => {
  expect(adoptionFault(secret)).toBe(fault);
  expect(canBeSecret(secret)).toBe(false);
});

test.each(['x'.repeat(20), 'x'.repeat(512), '!#$%&()*+,-./:;<=>?@[]', createSecret()])(
  'adoptionFault finds none in %s',
  (secret) => {
    expect(adoptionFault(secret)).toBeUndefined();
    expect(canBeSecret(secret)).toBe(true);
  },
);
