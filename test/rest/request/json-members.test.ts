import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonMembers } from '../../../src/rest/request/json-members.ts';

/** JSON text of any object, with white space and escapes that `JSON.stringify` does not write. */
const objectText = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
    fc.constantFrom(undefined, 1, '\t', '\n'),
    fc.boolean(),
  )
  .map(([value, space, isEscaped]) => {
    const text = JSON.stringify(value, undefined, space);
    return isEscaped ? text.replace(/[a-z](?=[^"\\]*")/g, escapeLetter) : text;
  })
  .filter(isJson);

function escapeLetter(letter: string): string {
  return `\\u00${letter.charCodeAt(0).toString(16)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('parseJsonMembers finds the members that JSON.parse finds, each with its JSON text', () => {
  fc.assert(
    fc.property(objectText, (text) => {
      const members = parseJsonMembers(text);

      const expected = Object.entries(JSON.parse(text));
      expect(members.map(({ name, value }) => [name, value])).toEqual(expected);
      expect(members.map(({ json = '' }) => JSON.parse(json))).toEqual(
        expected.map(([, value]) => value),
      );
    }),
  );
});

test.each([
  ['{}', []],
  [' { } ', []],
  [
    '{"a":1,"a":2}',
    [
      { name: 'a', value: 2, json: '1' },
      { name: 'a', value: 2, json: '2' },
    ],
  ],
  [
    '{"\\u0061":[1,{"a":"}"}],"a":"\\\\\\"," }',
    [
      { name: 'a', value: '\\",', json: '[1,{"a":"}"}]' },
      { name: 'a', value: '\\",', json: '"\\\\\\","' },
    ],
  ],
  [
    '{"":null,"__proto__":true}',
    [
      { name: '', value: null, json: 'null' },
      { name: '__proto__', value: true, json: 'true' },
    ],
  ],
])('parseJsonMembers reads %s', (text, expected) => {
  expect(parseJsonMembers(text)).toEqual(expected);
});
