import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { sourceError } from '../../../src/graphql/documents/source-limits.ts';

const nested = (open: string, close: string, times: number) =>
  open.repeat(times) + close.repeat(times);

test.each([
  getIntrospectionQuery(),
  `{ a(b: ${nested('[', ']', 62)}) }`,
  `{ a(b: "${'[{('.repeat(1_000)}", c: """${'{'.repeat(1_000)}""") } # ${'{'.repeat(1_000)}`,
  '{ a } '.repeat(1_000),
  '{ "an end is missing }',
  '} ] )',
])('sourceError finds none in document %#', (text) => {
  expect(sourceError(text)).toBeUndefined();
});

test.each([
  ['64 levels of nesting', '{ a '.repeat(65)],
  ['64 levels of nesting', `{ a(b: ${nested('[', ']', 63)}) }`],
  ['64 levels of nesting', `{ a(b: ${nested('[', ']', 50_000)}) }`],
  ['64 levels of nesting', `{ a(b: ${nested('{c:', '}', 64)}) }`],
  ['64 levels of nesting', `query ($a: ${nested('[', ']', 64)}) { a }`],
  ['4000 tokens', `{ ${'a '.repeat(4_000)} }`],
  ['60 directives', `{ a ${'@b '.repeat(61)} }`],
  ['400 variables', `{ a(b: [${'$c '.repeat(401)}]) }`],
  ['600 arguments and aliases', `{ a(${'b: 1 '.repeat(601)}) }`],
  ['131072 letters', `{ a(b: "${'c'.repeat(131_072)}") }`],
])('sourceError refuses more than %s', (most, text) => {
  expect(sourceError(text)).toMatchObject({
    message: `This operation has more than ${most}, the most allowed`,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
});

test.each([
  ['tokens', `{ ${'a '.repeat(3_998)}}`],
  ['directives', `{ a ${'@b '.repeat(60)}}`],
  ['variables', `{ a(b: [${'$c '.repeat(400)}]) }`],
  ['arguments and aliases', `{ a(${'b: 1 '.repeat(600)}) }`],
  ['letters', `{ a(b: "${'c'.repeat(131_072 - 12)}") }`],
])('sourceError lets as many %s pass as are allowed', (_, text) => {
  expect(sourceError(text)).toBeUndefined();
  expect(sourceError(text.replace('a', 'a: a @b ($c)'))).toBeDefined();
});
