import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf } from '../../../../src/googlesql/types.ts';
import { scalarNames } from '../../../../src/graphql/schema/scalars/add-scalars.ts';
import { createSchema } from '../../../../src/graphql/schema/schema.ts';
import { testEndpoint } from '../../../support/test-endpoint.ts';

test('a schema has the scalars that its endpoints use, beside those of every schema', () => {
  const endpoint = testEndpoint({
    select: 'SELECT @x AS x, @y AS y FROM entries',
    parameters: { x: { type: 'DATE' }, y: { type: 'NUMERIC' } },
    columns: { x: 'DATE', y: 'NUMERIC' },
  });

  const own = Object.values(createSchema([endpoint]).getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );

  expect(own.map(({ name }) => name).sort()).toEqual([
    'Date',
    'DateTime',
    'Int64',
    'JSON',
    'Numeric',
    'SafeInt',
  ]);
});

test('scalarNames finds the scalars within arrays and structs', () => {
  const { BYTES, INTERVAL, STRING, TIME } = SCALARS;
  const record = structOf([
    { name: 'a', type: BYTES },
    { name: 'b', type: arrayOf(structOf([{ name: 'c', type: arrayOf(TIME) }])) },
  ]);

  expect([...scalarNames([STRING, arrayOf(record), arrayOf(INTERVAL)])].sort()).toEqual([
    'Bytes',
    'Interval',
    'String',
    'Time',
  ]);
});
