import { type Bomb, DEEP, JSON_TYPE, listed, nested } from './bomb.ts';

/** A body of the GraphQL path. */
export function graphqlBody(name: string, body: string, type = JSON_TYPE): Bomb {
  return { name, method: 'POST', path: '/graphql', type, body };
}

/** A document in a body of JSON. */
export function document(name: string, query: unknown, variables?: unknown): Bomb {
  return { ...graphqlBody(name, JSON.stringify({ query, variables })) };
}

const asking = (value: string) =>
  `{ sandbox(endpoint: "x", sql: "", arguments: ${value}) { rows } }`;

/** Documents that nest. */
export const DEEP_DOCUMENTS: readonly Bomb[] = [
  document('fields 5 000 deep', nested('{ a ', '', '}', 5_000)),
  document('fields 100 000 deep', nested('{ a ', '', '}', 100_000)),
  document('fields without an end', '{ a '.repeat(200_000)),
  document('inline fragments 5 000 deep', `{ ${nested('... { ', 'a', ' }', 5_000)} }`),
  document('a list 50 000 deep', asking(nested('[', '', ']', 50_000))),
  document('a list 400 000 deep', asking(nested('[', '', ']', DEEP))),
  document('a list without an end', asking('['.repeat(900_000))),
  document('an object 50 000 deep', asking(nested('{a:', '1', '}', 50_000))),
  document('a type 50 000 deep', `query ($x: ${nested('[', 'Int', ']', 50_000)}) { a }`),
  document('lists 1 300 deep', asking(nested('[', '', ']', 1_300))),
  document('closed more often than opened', `{ a ${'}'.repeat(500_000)}`),
];

/** Documents that are large in another way. */
export const LARGE_DOCUMENTS: readonly Bomb[] = [
  document('10 000 aliases', `{ ${listed(10_000, (i) => `a${i}: __typename`)} }`),
  document('1 300 aliases', `{ ${listed(1_300, (i) => `a${i}: __typename`)} }`),
  document('100 000 fields', `{ ${'a '.repeat(100_000)} }`),
  document(
    'a cycle of fragments',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  ),
  document(
    'a cycle of 600 fragments',
    `{ ...F0 } ${listed(600, (i) => `fragment F${i} on Query { ...F${(i + 1) % 600} }`)}`,
  ),
  document('a fragment in itself', '{ ...A } fragment A on Query { ...A ...A __typename ...A }'),
  document(
    'fragments that double 500 times',
    `{ ...F0 } ${listed(390, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F390 on Query { __typename }`,
  ),
  document('1 300 directives', `{ __typename ${'@a '.repeat(1_300)} }`),
  document('100 000 directives', `{ __typename ${'@a '.repeat(100_000)} }`),
  document('600 directives with arguments', `{ __typename ${'@skip(if: true) '.repeat(600)} }`),
  document(
    'directives on an operation',
    `query A ${'@include(if: false) '.repeat(600)} { __typename }`,
  ),
  document('600 fields that must be compared', `{ ${listed(590, () => 'endpoints { id }')} }`),
  document(
    'fields that cannot be merged',
    `{ ${listed(55, (i) => `x: endpoints { id } x: sandbox(endpoint: "${i}", sql: "", arguments: 1) { rows }`)} }`,
  ),
  document(
    'inline fragments that must be compared',
    `{ ${listed(290, () => '... on Query { endpoints { id } }')} }`,
  ),
  document(
    '800 operations',
    listed(800, (i) => `query A${i} { a }`),
  ),
  document('800 operations of one name', 'query A { a } '.repeat(800)),
  document('900 variables', `query (${listed(900, (i) => `$v${i}: Int`)}) { __typename }`),
  document(
    '900 uses of no variable',
    `{ ${listed(50, (i) => `a${i}: sandbox(endpoint: $a, sql: $b, arguments: [${listed(20, (j) => `$v${j}`)}]) { rows }`)} }`,
  ),
  document('1 300 arguments', `{ sandbox(${listed(1_300, (i) => `a${i}: 1`)}) { rows } }`),
  document('an unknown field of 900 000 letters', `{ ${'a'.repeat(900_000)} }`),
  document(
    '500 unknown fields that are nearly known',
    `{ ${listed(500, () => 'functionsInvocationStat')} }`,
  ),
  document('a type of 100 000 letters', `{ ... on ${'Query'.repeat(20_000)} { a } }`),
  document(
    'types of the schema',
    `{ __schema { types { ${nested('fields { type { ', 'name', ' } }', 300)} } } }`,
  ),
  document(
    'the schema at every depth that is allowed',
    `{ __schema { types { ${nested('fields { type { ', 'name', ' } }', 8)} } } }`,
  ),
  document(
    'the schema 60 times',
    `{ ${listed(60, (i) => `a${i}: __schema { types { fields { args { name } } } }`)} }`,
  ),
];

/** Tokens that are large, and what stands between tokens. */
export const LARGE_TOKENS: readonly Bomb[] = [
  document('a string of 900 000 letters', asking(`"${'a'.repeat(900_000)}"`)),
  document('a string of 60 000 escapes', asking(`"${'\\u{1F600}'.repeat(60_000)}"`)),
  document('a string without an end', asking(`"${'a'.repeat(900_000)}`)),
  document('a block string of 300 000 lines', asking(`"""${' a\n'.repeat(300_000)}"""`)),
  document('a block string of quotes', asking(`"""${'\\"""'.repeat(150_000)}"""`)),
  document('a block string without an end', asking(`"""${'"" '.repeat(300_000)}`)),
  document('a number of 900 000 digits', asking('9'.repeat(900_000))),
  document('a fraction of 900 000 digits', asking(`0.${'9'.repeat(900_000)}e9`)),
  document('450 000 comments', `{ ${'#\n'.repeat(450_000)} __typename }`),
  document('a comment of 900 000 letters', `{ #${'a'.repeat(900_000)}\n __typename }`),
  document('900 000 commas', `{ ${','.repeat(900_000)} __typename }`),
  document('450 000 ends of lines', `{ ${'\n'.repeat(450_000)} __typename ! }`),
  document('a control character', '{ \u0000 }'),
  document('300 000 byte order marks', '\ufeff'.repeat(300_000)),
];
