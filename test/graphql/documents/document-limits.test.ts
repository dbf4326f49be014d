import { getIntrospectionQuery, parse } from 'graphql';
import { expect, test } from 'vitest';
import { documentError, sourceError } from '../../../src/graphql/documents/document-limits.ts';
import { gateway } from '../../support/gateway.ts';

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

function messageOf(document: string): string | undefined {
  return documentError(parse(document))?.message;
}

test('documentError lets ordinary documents pass', () => {
  expect(
    messageOf('query A { a { b c } } query B($x: Int) { d(x: $x) { ...F } } fragment F on T { e }'),
  ).toBeUndefined();
});

test('documentError refuses deep nesting, also through fragments', () => {
  const nested = (levels: number) => `${'a { '.repeat(levels)}b${' }'.repeat(levels)}`;

  expect(messageOf(`{ ${nested(19)} }`)).toBeUndefined();
  expect(messageOf(`{ ${nested(20)} }`)).toBe(
    'This operation has more than 20 levels of nesting, the most allowed',
  );
  expect(messageOf(`{ ${nested(10)} ...F } fragment F on T { ${nested(20)} }`)).toBeDefined();
});

test('documentError refuses many aliases, each spread counted', () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: a`).join(' ');

  expect(messageOf(`{ ${aliases(60)} }`)).toBeUndefined();
  expect(messageOf(`{ ${aliases(61)} }`)).toBe(
    'This operation has more than 60 aliases, the most allowed',
  );
  expect(messageOf(`{ ...F ...F } fragment F on T { ${aliases(31)} }`)).toBeDefined();
});

test("documentError refuses more statements of the caller's own than an operation may run", () => {
  const statements = (count: number) =>
    Array.from({ length: count }, (_, i) => `a${i}: sandbox(sql: "SELECT ${i}") { rows }`).join(
      ' ',
    );

  expect(messageOf(`{ ${statements(20)} }`)).toBeUndefined();
  expect(messageOf(`{ ${statements(21)} }`)).toBe(
    'This operation has more than 20 statements, the most allowed',
  );
  expect(
    messageOf(
      `{ ...F ...G } fragment F on Query { ${statements(11)} } fragment G on Query { ...F }`,
    ),
  ).toBeDefined();
});

test('documentError measures a bomb of fragments in time linear in its text', () => {
  const levels = Array.from(
    { length: 60 },
    (_, i) => `fragment F${i} on T { ...F${i + 1} ...F${i + 1} }`,
  );
  const bomb = `{ ...F0 } ${levels.join(' ')} fragment F60 on T { a }`;

  expect(messageOf(bomb)).toBe('This operation has more than 600 fields, the most allowed');
});

test.each([
  '{ ...A } fragment A on T { a ...B } fragment B on T { b ...A }',
  '{ a } fragment A on T { ...A }',
])('documentError refuses a cycle of fragments: %s', (document) => {
  expect(messageOf(document)).toBe('Fragment "A" spreads itself');
});

test('documentError refuses what validation would compare pairwise for long', () => {
  const fields = (count: number) => 'a { b } '.repeat(count);
  const spreads = (count: number) => '...F '.repeat(count);
  const error = 'This operation has more than 60 repeated fields and spreads, the most allowed';

  expect(messageOf(`{ ${fields(61)} }`)).toBeUndefined();
  expect(messageOf(`{ ${fields(62)} }`)).toBe(error);
  expect(messageOf(`{ ${'... { a } '.repeat(62)} }`)).toBe(error);
  expect(messageOf(`{ ${spreads(61)} } fragment F on T { a }`)).toBe(error);
  expect(messageOf(`{ a } fragment F on T { ${fields(62)} }`)).toBe(error);
  expect(messageOf(`query A { ${fields(50)} } query B { ${fields(50)} }`)).toBe(error);
  expect(messageOf(`query A { ${fields(40)} } query B { ${fields(40)} }`)).toBeUndefined();
  expect(messageOf('{ a { b c } d: a { b c } e { b c } }')).toBeUndefined();
});

test('documentError refuses many aliases within the schema', () => {
  const aliased = (count: number) =>
    Array.from({ length: count }, (_, i) => `t${i}: types { name }`).join(' ');
  const error = 'This operation has more than 5 aliases in the schema, the most allowed';

  expect(messageOf(`{ __schema { ${aliased(5)} } }`)).toBeUndefined();
  expect(messageOf(`{ __schema { ${aliased(6)} } }`)).toBe(error);
  expect(messageOf(`{ __schema { ...F } } fragment F on T { ${aliased(6)} }`)).toBe(error);
  expect(messageOf(`{ a { ${aliased(6)} } t: __typename }`)).toBeUndefined();
});

test('documentError lets the introspection of tools pass', () => {
  expect(messageOf(getIntrospectionQuery())).toBeUndefined();
});

test.each([
  ['tokens', '{ '.padEnd(9_000, 'a ')],
  ['fields', `{ ${'endpoints { id } '.repeat(400)} }`],
  ['aliases', `{ ${Array.from({ length: 70 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  ['nesting', `{ ${'endpoints { '.repeat(30)}id${' }'.repeat(30)} }`],
])('the gateway answers 400 to too many %s, whatever the client accepts', async (what, query) => {
  const { app, key } = await gateway();
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': key, accept, 'content-type': 'application/json' },
      payload: JSON.stringify({ query }),
    });

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(response.json().errors[0].message).toContain(what);
  }
});
