import { getIntrospectionQuery, parse } from 'graphql';
import { expect, test } from 'vitest';
import { DOCUMENT_LIMITS, documentErrors } from '../../../src/graphql/operation/document-limits.ts';
import { gateway } from '../../support/gateway.ts';

function messages(document: string): readonly string[] {
  try {
    return documentErrors(parse(document), DOCUMENT_LIMITS).map(({ message }) => message);
  } catch (error) {
    return [error instanceof Error ? error.message : ''];
  }
}

test('documentErrors lets ordinary documents pass', () => {
  expect(
    messages('query A { a { b c } } query B($x: Int) { d(x: $x) { ...F } } fragment F on T { e }'),
  ).toEqual([]);
});

test('documentErrors refuses deep nesting, also through fragments', () => {
  const nested = (levels: number) => `${'a { '.repeat(levels)}b${' }'.repeat(levels)}`;

  expect(messages(`{ ${nested(19)} }`)).toEqual([]);
  expect(messages(`{ ${nested(20)} }`)).toEqual([
    'This operation has more than 20 levels of nesting, the most allowed',
  ]);
  expect(messages(`{ ${nested(10)} ...F } fragment F on T { ${nested(20)} }`)).toHaveLength(1);
});

test('documentErrors refuses many aliases, each spread counted', () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: a`).join(' ');

  expect(messages(`{ ${aliases(60)} }`)).toEqual([]);
  expect(messages(`{ ${aliases(61)} }`)).toEqual([
    'This operation has more than 60 aliases, the most allowed',
  ]);
  expect(messages(`{ ...F ...F } fragment F on T { ${aliases(31)} }`)).toHaveLength(1);
});

test("documentErrors refuses more statements of the caller's own than an operation may run", () => {
  const statements = (count: number) =>
    Array.from({ length: count }, (_, i) => `a${i}: sandbox(sql: "SELECT ${i}") { rows }`).join(
      ' ',
    );

  expect(messages(`{ ${statements(20)} }`)).toEqual([]);
  expect(messages(`{ ${statements(21)} }`)).toEqual([
    'This operation has more than 20 statements, the most allowed',
  ]);
  expect(
    messages(
      `{ ...F ...G } fragment F on Query { ${statements(11)} } fragment G on Query { ...F }`,
    ),
  ).toHaveLength(1);
});

test('documentErrors measures a bomb of fragments in time linear in its text', () => {
  const levels = Array.from(
    { length: 60 },
    (_, i) => `fragment F${i} on T { ...F${i + 1} ...F${i + 1} }`,
  );
  const bomb = `{ ...F0 } ${levels.join(' ')} fragment F60 on T { a }`;

  expect(messages(bomb)).toEqual([
    'This operation has more than 600 fields, the most allowed',
    'This operation has more than 60 repeated fields and spreads, the most allowed',
  ]);
});

test.each([
  '{ ...A } fragment A on T { a ...B } fragment B on T { b ...A }',
  '{ a } fragment A on T { ...A }',
])('documentErrors refuses a cycle of fragments: %s', (document) => {
  expect(messages(document)).toEqual(['Fragment "A" spreads itself']);
});

test('documentErrors refuses what validation would compare pairwise for long', () => {
  const fields = (count: number) => 'a { b } '.repeat(count);
  const spreads = (count: number) => '...F '.repeat(count);
  const error = 'This operation has more than 60 repeated fields and spreads, the most allowed';

  expect(messages(`{ ${fields(61)} }`)).toEqual([]);
  expect(messages(`{ ${fields(62)} }`)).toEqual([error]);
  expect(messages(`{ ${'... { a } '.repeat(62)} }`)).toEqual([error]);
  expect(messages(`{ ${spreads(61)} } fragment F on T { a }`)).toEqual([error]);
  expect(messages(`{ a } fragment F on T { ${fields(62)} }`)).toEqual([error]);
  expect(messages(`query A { ${fields(50)} } query B { ${fields(50)} }`)).toEqual([error]);
  expect(messages(`query A { ${fields(40)} } query B { ${fields(40)} }`)).toEqual([]);
  expect(messages('{ a { b c } d: a { b c } e { b c } }')).toEqual([]);
});

test('documentErrors refuses many aliases within the schema', () => {
  const aliased = (count: number) =>
    Array.from({ length: count }, (_, i) => `t${i}: types { name }`).join(' ');
  const error = 'This operation has more than 5 aliases in the schema, the most allowed';

  expect(messages(`{ __schema { ${aliased(5)} } }`)).toEqual([]);
  expect(messages(`{ __schema { ${aliased(6)} } }`)).toEqual([error]);
  expect(messages(`{ __schema { ...F } } fragment F on T { ${aliased(6)} }`)).toEqual([error]);
  expect(messages(`{ a { ${aliased(6)} } t: __typename }`)).toEqual([]);
});

test('documentErrors lets the introspection of tools pass', () => {
  expect(messages(getIntrospectionQuery())).toEqual([]);
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
