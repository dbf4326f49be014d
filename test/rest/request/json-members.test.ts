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

test('parseJsonMembers finds the members that JSON.parse finds', () => {
  fc.assert(
    fc.property(objectText, (text) => {
      const members = parseJsonMembers(text).map(([name, value]) => [
        name,
        typeof value === 'string' && /^-?\d+$/.test(value) ? 'digits' : value,
      ]);

      const expected = Object.entries(JSON.parse(text)).map(([name, value]) => [
        name,
        isDigits(value) ? 'digits' : value,
      ]);
      expect(Object.fromEntries(members)).toEqual(Object.fromEntries(expected));
      expect(members).toHaveLength(expected.length);
    }),
  );
});

/** Integers come as their text; JavaScript writes small and large ones with an exponent. */
function isDigits(value: unknown): boolean {
  return (
    (typeof value === 'number' && /^-?\d+$/.test(String(value))) ||
    (typeof value === 'string' && /^-?\d+$/.test(value))
  );
}

test.each([
  ['{}', []],
  [' { } ', []],
  [
    '{"a":1,"a":2}',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  [
    '{"\\u0061":[1,{"a":"}"}],"a":"\\\\\\"," }',
    [
      ['a', '\\",'],
      ['a', '\\",'],
    ],
  ],
  [
    '{"n":12345678901234567890,"f":1.0,"e":1e2}',
    [
      ['n', '12345678901234567890'],
      ['f', 1],
      ['e', 100],
    ],
  ],
  [
    '{"":null,"__proto__":true}',
    [
      ['', null],
      ['__proto__', true],
    ],
  ],
])('parseJsonMembers reads %s', (text, expected) => {
  expect(parseJsonMembers(text)).toEqual(expected);
});
