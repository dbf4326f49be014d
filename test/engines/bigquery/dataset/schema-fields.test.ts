import { expect, test } from 'vitest';
import {
  readableFields,
  schemaFields,
} from '../../../../src/engines/bigquery/dataset/schema-fields.ts';

test('readableFields leaves out what queries cannot read, in records too', () => {
  const live = [
    { name: 'id', type: 'INTEGER', mode: 'REQUIRED', description: 'Number' },
    { name: 'place', type: 'GEOGRAPHY' },
    { name: 'city', type: 'STRING', collation: 'und:ci' },
    { name: 'street', type: 'STRING', collation: '' },
    { name: 'stay', type: 'RANGE', rangeElementType: { type: 'DATE' } },
    {
      name: 'trip',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'route', type: 'GEOGRAPHY' },
        { name: 'km', type: 'FLOAT' },
      ],
    },
    { name: 'shape', type: 'RECORD', fields: [{ name: 'outline', type: 'GEOGRAPHY' }] },
  ];

  expect(readableFields(schemaFields(live))).toEqual({
    fields: [
      { name: 'id', type: 'INTEGER', mode: 'REQUIRED', description: 'Number' },
      { name: 'street', type: 'STRING', collation: '' },
      { name: 'stay', type: 'RANGE<DATE>' },
      { name: 'trip', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'km', type: 'FLOAT' }] },
    ],
    omitted: [
      { path: 'place', type: 'GEOGRAPHY' },
      { path: 'city', type: 'STRING with the collation und:ci' },
      { path: 'trip.route', type: 'GEOGRAPHY' },
      { path: 'shape.outline', type: 'GEOGRAPHY' },
    ],
  });
});
