import { expect, test } from 'vitest';
import { SCALAR_TYPES } from '../../../src/graphql/schema/record-types.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { OWN_TYPES } from '../../../src/project/modules/own-types.ts';

test('the types that no endpoint may have a type of the name of are those of a schema without endpoints, and all scalars', () => {
  const types = Object.keys(createSchema([]).getTypeMap()).filter((name) => !name.startsWith('__'));

  expect(OWN_TYPES).toEqual([...new Set([...types, ...Object.values(SCALAR_TYPES)])].sort());
});
