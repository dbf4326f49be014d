import { expect, test } from 'vitest';
import { operationNameIn } from '../../../src/graphiql/operations/operation-name.ts';

test.each([
  ['query A { a } query B { b }', 'B', 'B'],
  ['query A { a }', 'Before', undefined],
  ['{ a }', 'Before', undefined],
  ['query A { a }', null, undefined],
  ['query {', 'A', 'A'],
])('in %j the name %j is sent as %j', (document, name, sent) => {
  expect(operationNameIn(document, name)).toBe(sent);
});
