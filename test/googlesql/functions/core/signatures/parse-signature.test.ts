import { expect, test } from 'vitest';
import { parseSignature } from '../../../../../src/googlesql/functions/core/signatures/parse-signature.ts';

const STRING = { kind: 'scalar', scalar: 'STRING' };
const T1 = { kind: 'variable', name: 'T1' };

test('parseSignature reads optional and repeated parameters', () => {
  const signature = parseSignature('(STRING, T1?, T1...) -> ARRAY<T1>');

  expect(signature).toEqual({
    parameters: [
      { types: [STRING], occurs: 'once' },
      { types: [T1], occurs: 'optional' },
      { types: [T1], occurs: 'repeated' },
    ],
    result: { kind: 'array', element: T1 },
  });
});

test('parseSignature reads a group that repeats as a whole', () => {
  const { parameters } = parseSignature('((BOOL, T1)..., T1?) -> T1');

  expect(parameters[0]).toEqual({
    types: [{ kind: 'scalar', scalar: 'BOOL' }, T1],
    occurs: 'repeated',
  });
});

test('parseSignature reads structs, date parts and an empty list', () => {
  expect(parseSignature('(PART) -> STRUCT<value T1, count INT64>')).toEqual({
    parameters: [{ types: [{ kind: 'part' }], occurs: 'once' }],
    result: {
      kind: 'struct',
      fields: [
        { name: 'value', type: T1 },
        { name: 'count', type: { kind: 'scalar', scalar: 'INT64' } },
      ],
    },
  });
  expect(parseSignature('() -> INT64').parameters).toEqual([]);
});

test.each(['(STRING -> BOOL', '(NOTHING) -> BOOL', '(STRING) BOOL', '(STRING) -> BOOL x', '(%)'])(
  'parseSignature refuses %s',
  (text) => {
    expect(() => parseSignature(text)).toThrow(`Cannot read the signature "${text}"`);
  },
);
