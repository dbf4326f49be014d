import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { type PreparedEndpoint, prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { type ProvenType, parseTypeSpelling } from '../../../src/googlesql/index.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { logsAll } from '../../support/endpoints.ts';
import { PROJECT } from '../../support/project.ts';

const LOGS = prepareEndpoint(logsAll, PROJECT.tables);

/** `logs.all` under another name, without views, whose metadata have another type. */
function otherLogs(metadata: ProvenType): PreparedEndpoint {
  const columns = LOGS.definition.columns.map((column) =>
    column.name === 'metadata' ? { ...column, type: metadata } : column,
  );
  const { project_tier: _, ...parameters } = LOGS.definition.parameters;
  const definition = { ...LOGS.definition, name: 'logs.other', field: 'logsOther', parameters };
  return { ...LOGS, definition: { ...definition, columns }, views: new Map() };
}

const metadataType = LOGS.definition.columns.find(({ name }) => name === 'metadata')?.type;

test('records of one table have one type, whatever endpoint shows them', () => {
  const schema = createSchema([LOGS, otherLogs(metadataType as ProvenType)]);

  for (const name of ['LogsAllRow', 'LogsOtherRow']) {
    const row = schema.getType(name);
    expect(isObjectType(row) && `${row.getFields()['metadata']?.type}`).toBe('[EdgeLogMetadata!]!');
  }
});

test.each([
  ['another field', 'ARRAY<STRUCT<request STRING>!>!'],
  ['another NULL', 'ARRAY<STRUCT<request STRING!>!>!'],
])('a record with %s cannot have the name of one that is known', (_, type) => {
  expect(() => createSchema([LOGS, otherLogs(parseTypeSpelling(type))])).toThrow(
    'Two records of different types share the name "EdgeLogMetadata"',
  );
});
