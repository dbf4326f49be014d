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
  expect(Object.keys(typePolicies)).toEqual(Object.keys(keys));
  expect(getDataID({ id: 'x' }, 'EdgeLog')).toBeUndefined();
  expect(getDataID({ id: 'x' }, 'Endpoint')).toBe('x');
});

test('a type with an id has no identity once arguments lead to it', () => {
  const printed = printCacheConfig(
    buildSchema(`
      type Query { things: [Thing!]! search(text: String): Found }
      type Found { things: [Thing!]! }
      type Thing { id: ID! }
    `),
  );

  expect(printed).toContain("const EMBEDDED = ['Found', 'Thing'];");
});
