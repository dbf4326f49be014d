import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  JsonFault,
  parseBySchema,
  parseStrictJson,
  readBySchema,
} from '../../../src/auth/files/strict-json.ts';
import { createSecret } from '../../../src/auth/secret.ts';

const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__"'));

test('parseStrictJson gives what JSON.parse gives, however it is written', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);

      expect(parseStrictJson(text).value).toStrictEqual(JSON.parse(text));
    }),
  );
});

test('parseStrictJson knows the line of every member', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: fc.nat(), b: fc.array(fc.nat()) })), (list) => {
      const text = JSON.stringify(list, undefined, 1);
      const { lineOf } = parseStrictJson(text);
      const lines = text.split('\n');

      for (const [i, { b }] of list.entries()) {
        expect(lines[lineOf([i, 'a']) - 1]).toMatch(/^\s*"a"/);
        for (const [j, item] of b.entries()) {
          expect(lines[lineOf([i, 'b', j]) - 1]?.trim()).toMatch(new RegExp(`^${item},?$`));
        }
        // What is not there is where it would be.
        expect(lineOf([i, 'b', b.length])).toBe(lineOf([i, 'b']));
      }
    }),
  );
});

test('parseStrictJson refuses a member twice at any depth, and says where', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('list', 'object')), (shells) => {
      const inner = '{"x": 1,\n"y": 2,\n"x": 3}';
      const text = shells.reduce(
        (body, shell) => (shell === 'list' ? `[0,\n${body}]` : `{"o":\n${body}}`),
        inner,
      );
      const path = shells.toReversed().map((shell) => (shell === 'list' ? 1 : 'o'));

      const fault = faultOf(text);

      expect(fault).toMatchObject({ message: 'is there twice', path: [...path, 'x'] });
      expect(fault?.line).toBe(shells.length + 3);
    }),
  );
});

test.each([
  ['nothing', '', 1, ': it is empty'],
  ['a line break alone', '\n', 1, ': it is empty'],
  ['a single quote', "{'a': 1}", 1, ''],
  ['a comment', '{\n// why\n"a": 1}', 2, ''],
  ['a trailing comma', '{\n"a": 1,\n}', 3, ''],
  ['a number with a sign', '[\n+1]', 2, ''],
  ['an octal number', '[\n01]', 2, ''],
  ['a hexadecimal number', '[0x1]', 1, ''],
  ['a word', '[NaN]', 1, ''],
  ['a control character in a text', '["\u0001"]', 1, ''],
  ['a broken escape', '["\\x"]', 1, ''],
  ['two values', '1\n2', 2, ''],
  ['half a list', '[1,\n2', 2, ': it ends too early'],
])('parseStrictJson refuses %s, and quotes nothing of the text', (_, text, line, reason) => {
  const fault = faultOf(text);

  expect(fault?.message).toBe(`it is not JSON${reason}`);
  expect(fault?.cause).toBeUndefined();
  if (fault?.line !== undefined) expect(fault.line).toBe(line);
});

test('parseBySchema hides a key, a token and a digest in the name of a member', () => {
  const secrets = [createSecret(), 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'ab'.repeat(32)];

  for (const secret of secrets) {
    const parse = () =>
      parseBySchema(`{"a": 1,\n"${secret}": 2}`, z.strictObject({ a: z.number() }));

    expect(parse).toThrow(/^line 2, .*is no member that is known here$/);
    expect(parse).not.toThrow(secret);
  }
});

test('parseBySchema lets its check refuse what the schema takes, at a place', () => {
  const parse = () =>
    parseBySchema(
      '{"a":\n{"b": 1}}',
      z.strictObject({ a: z.record(z.string(), z.int()) }),
      (_, { lineOf }) => {
        throw new JsonFault('is too many', ['a', 'b'], lineOf(['a', 'b']));
      },
    );

  expect(parse).toThrow('line 2, a.b: is too many');
});

test('readBySchema gives all faults at their places', () => {
  const text = `{"b": {"x": 1, "x": 2},\n  "no": 1, "a": "1",\n "never": 1}`;
  const { faults = [] } = readBySchema(
    text,
    z.strictObject({ a: z.number(), b: z.strictObject({ y: z.number('is missing') }) }),
  );

  expect(
    faults.map(({ path, message, offset = -1 }) => [
      path.join('.'),
      message,
      text.slice(offset)[1],
    ]),
  ).toEqual([
    ['b.x', 'is there twice', 'x'],
    ['a', 'must be a number', 'a'],
    ['b.y', 'is missing', 'b'],
    ['b.x', 'is no member that is known here', 'x'],
    ['no', 'is no member that is known here', 'n'],
    ['never', 'is no member that is known here', 'n'],
  ]);
});

test('readBySchema says where a text is not JSON', () => {
  expect(readBySchema('{"a": x}', z.unknown()).faults).toMatchObject([{ offset: 6 }]);
});

test('readBySchema gives the value and its places', () => {
  const reading = readBySchema('{"a": "1"}', z.object({ a: z.coerce.number() }));

  expect(reading).toMatchObject({ value: { a: 1 } });
  expect(reading.json?.offsetOf(['a'])).toBe(1);
});

function faultOf(text: string): JsonFault | undefined {
  try {
    parseStrictJson(text);
    return undefined;
  } catch (error) {
    return error as JsonFault;
  }
}
