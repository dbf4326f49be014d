import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from '../../../src/import/rows/exact-json.ts';
import { repeatedName } from '../../../src/import/rows/repeated-names.ts';

const repeatedIn = (text: string) => repeatedName(text, parseExactJson(text));

test.each([
  ['a', '{"a": 1, "a": 2}'],
  ['a', '{"a": 1, "b": {"a": 1}, "a": 2}'],
  ['b', '{"a": [{"b": 1, "c": 1, "b": 2}]}'],
  ['ab', String.raw`{"ab": 1, "a\u0062" : 2}`],
  ['__proto__', '{"__proto__": 1, "__proto__": 2}'],
  ['', '{"": 1, "": 2}'],
  ['a', '{"a": 12345678901234567890, "a": 0.12345678901234567}'],
  ['a', String.raw`{"b": "\"a\": {", "a": 1, "a": 1}`],
])('repeatedName finds %j twice in %s', (name, text) => {
  expect(repeatedIn(text)).toBe(name);
});

test.each([
  String.raw`{"a": "\"b\": 1, \"b\": 2"}`,
  '[{"a": 1}, {"a": 2}]',
  '{"a": {"a": {"a": 1}}}',
  '{"a": 12345678901234567890, "b": 0.12345678901234567}',
  '"a"',
])('repeatedName finds nothing in %s', (text) => {
  expect(repeatedIn(text)).toBeUndefined();
});

test('repeatedName reads values of any depth', () => {
  const depth = 100_000;
  const text = `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}, "a": 1}`;
  expect(repeatedName(text, JSON.parse(text))).toBe('a');
});

/** A JSON text with what it is made of, in which an object may have a name twice. */
type Source =
  | string
  | readonly Source[]
  | { readonly members: readonly (readonly [string, Source])[] };

const { source } = fc.letrec<{ source: Source }>((tie) => ({
  source: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('1', 'null', '"x"', JSON.stringify('"a": "'), JSON.stringify('\\"a":{')),
    fc.array(tie('source'), { maxLength: 3 }),
    fc.record({
      members: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c"', 'd\\', ':'), tie('source')), {
        maxLength: 4,
      }),
    }),
  ),
}));

function textOf(part: Source): string {
  if (typeof part === 'string') return part;
  if ('members' in part) {
    return `{${part.members.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`)}}`;
  }
  return `[${part.map(textOf)}]`;
}

function hasRepeated(part: Source): boolean {
  if (typeof part === 'string') return false;
  if (!('members' in part)) return part.some(hasRepeated);
  const names = part.members.map(([name]) => name);
  return new Set(names).size < names.length || part.members.some(([, one]) => hasRepeated(one));
}

test('repeatedName finds a name exactly where an object has one twice', () => {
  fc.assert(
    fc.property(source, (part) => {
      expect(repeatedIn(textOf(part)) !== undefined).toBe(hasRepeated(part));
    }),
    { numRuns: 1_000 },
  );
});
