import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fragmentOf, operationIn } from '../../../../src/pages/graphiql/share/share-link.ts';

test('a link carries any operation and its variables', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, (query, variables) => {
      const url = new URL(`http://localhost/graphql${fragmentOf({ query, variables })}`);

      const expected = { query, variables: variables.trim() ? variables : '' };
      expect(operationIn(url.hash)).toEqual(expected);
    }),
  );
});

test.each(['', '#', '#top', '#query='])('there is no operation in %j', (fragment) => {
  expect(operationIn(fragment)).toBeUndefined();
});
