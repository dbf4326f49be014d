import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { getDataID, keys, typePolicies } from '../../examples/cache-config.ts';
import { printCacheConfig } from '../../src/graphql/cache-config.ts';
import { CACHE_CONFIG_FILE, SDL_FILE } from '../../src/graphql/print.ts';

const schema = buildSchema(readFileSync(SDL_FILE, 'utf8'));

test('printCacheConfig prints what is committed', () => {
  expect(printCacheConfig(schema)).toBe(readFileSync(CACHE_CONFIG_FILE, 'utf8'));
});

test('only endpoints have an identity of their own', () => {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const names = objects.map(({ name }) => name).filter((name) => !/^(?:__|Query$)/.test(name));

  expect(names.filter((name) => !(name in keys))).toEqual(['Endpoint']);
  expect(Object.keys(typePolicies).sort()).toEqual(Object.keys(keys).sort());
  expect(getDataID({ id: 'x' }, 'EdgeLog')).toBeUndefined();
  expect(getDataID({ id: 'x' }, 'Endpoint')).toBe('x');
});

test('every answer has a name that no other one has', () => {
  const [one, other] = [{}, {}];

  const names = [one, one, other].map((answer) => getDataID(answer, 'LogsAllResult'));

  expect(names[0]).toBe(names[1]);
  expect(names[0]).not.toBe(names[2]);
});

test('a type with an id has no identity once arguments lead to it', () => {
  const printed = printCacheConfig(
    buildSchema(`
      type Query { things: [Thing!]! search(text: String): Found all: Views! }
      interface EndpointResult { rowCount: Int! }
      type Found implements EndpointResult { rowCount: Int! things: [Thing!]! }
      type Thing { id: ID! }
      type Views { edge(limit: Int): Found }
    `),
  );

  expect(printed).toContain("const ANSWERS = ['Found'];");
  expect(printed).toContain("const EMBEDDED = ['Thing', 'Views'];");
  expect(printed).toContain("const CONTAINERS = ['Views'];");
});
