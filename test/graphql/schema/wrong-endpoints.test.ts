import { isObjectType, printType } from 'graphql';
import { expect, test } from 'vitest';
import { type PreparedEndpoint, prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../src/googlesql/types.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { logsAll } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';

const LOGS = prepareEndpoint(logsAll, PROJECT.tables);

/** `logs.all` under another name, without views, whose metadata have another type. */
function otherLogs(metadata: Type): PreparedEndpoint {
  const columns = LOGS.columns.map((column) =>
    column.name === 'metadata' ? { ...column, type: metadata } : column,
  );
  const { project_tier: _, ...parameters } = LOGS.definition.parameters;
  const definition = { ...LOGS.definition, name: 'logs.other', parameters };
  return { ...LOGS, definition, columns, views: new Map() };
}

const metadataType = LOGS.columns.find(({ name }) => name === 'metadata')?.type ?? SCALARS.STRING;
const record = (type: Type) => arrayOf(structOf([{ name: 'request', type }]));

test('records of one table have one type, whatever endpoint shows them', () => {
  const schema = createSchema([LOGS, otherLogs(metadataType)]);

  for (const name of ['LogsAllRow', 'LogsOtherRow']) {
    const row = schema.getType(name);
    expect(isObjectType(row) && `${row.getFields()['metadata']?.type}`).toBe('[EdgeLogMetadata!]!');
  }
});

test.each([
  ['another field', record(SCALARS.STRING)],
  ['no field at all', arrayOf(structOf([]))],
])('a record with %s cannot have the name of one that is known', (_, type) => {
  expect(() => createSchema([LOGS, otherLogs(type)])).toThrow(
    'Two records of different types share the name "EdgeLogMetadata"',
  );
});

test.each([
  ['a list of scalars', arrayOf(SCALARS.STRING), 'Column "metadata" is not a record'],
  ['a struct', structOf([{ name: 'a', type: SCALARS.STRING }]), 'EdgeLogMetadata'],
])('a column that is %s has no type, and says so', (_, type, says) => {
  expect(() => printType(createSchema([otherLogs(type)]).getType('LogsOtherRow') as never)).toThrow(
    says,
  );
});
