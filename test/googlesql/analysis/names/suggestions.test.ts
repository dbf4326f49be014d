import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestName, didYouMean } from '../../../../src/googlesql/analysis/names/suggestions.ts';

test('closestName finds a name that differs in a few characters', () => {
  expect(closestName('event_mesage', ['id', 'event_message', 'metadata'])).toBe('event_message');
  expect(closestName('iden', ['identifier', 'id'])).toBe('id');
});

test('closestName finds nothing when every name is far or the name is short', () => {
  expect(closestName('response', ['id', 'identifier', 'timestamp'])).toBeUndefined();
  expect(closestName('ix', ['id'])).toBeUndefined();
  expect(closestName('METADAT', ['metadata'])).toBeUndefined();
});

test('closestName takes the first in order of two names that are as close', () => {
  expect(closestName('valu', ['valve', 'value'])).toBe('value');
});

test('closestName always finds a name that is spelled right', () => {
  const names = fc.array(fc.string({ minLength: 3, maxLength: 12 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      names.chain((list) => fc.constantFrom(...list).map((name) => ({ list, name }))),
      ({ list, name }) => {
        expect(closestName(name, list)).toBe(name);
      },
    ),
  );
});

test('didYouMean is empty without a suggestion', () => {
  expect(didYouMean('id')).toBe('; Did you mean id?');
  expect(didYouMean(undefined)).toBe('');
});

test('closestName looks at no more letters than the names of a wide table have', () => {
  const long = 'x'.repeat(20_000);
  const many = Array.from({ length: 1_000 }, (_, i) => `${'x'.repeat(40)}${i}`);

  expect(closestName(`${long}y`, [`${long}z`])).toBeUndefined();
  expect(closestName('identifie', ['identifier', ...many])).toBe('identifier');
  expect(closestName(`${'x'.repeat(40)}y`, [...many, `${'x'.repeat(41)}y`])).not.toBe(
    `${'x'.repeat(41)}y`,
  );
});
