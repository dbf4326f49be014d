import { expect, test } from 'vitest';
import { loadProject } from '../../../src/project/load-project.ts';
import { ProjectError } from '../../../src/project/problems/project-error.ts';
import { readTableSchema } from '../../../src/project/tables/table-schema.ts';

import { projectFolder } from '../../support/project-folder.ts';

const read = (text: string) =>
  readTableSchema(projectFolder({ 'tables/a.json': text }), 'tables/a.json');

/** The places and messages of all problems. */
function problemsIn(text: string): readonly string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    return error.problems.map(
      ({ column, file, line, message }) => `${file}:${line}:${column} ${message}`,
    );
  }
  return [];
}

test('what bq prints is read as it is', () => {
  const fields = [
    { name: 'id', type: 'INTEGER', mode: 'REQUIRED', description: 'Number' },
    { name: 'price', type: 'NUMERIC', precision: '10', scale: '2' },
    {
      name: 'items',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [{ name: 'sku', type: 'STRING', policyTags: { names: ['a'] } }],
    },
  ];

  expect(read(JSON.stringify(fields))).toEqual(fields);
});

test('all mistakes are said at their places', () => {
  const text = `[
  { "name": "a", "type": "STRNG" },
  { "name": "A", "type": "INT64", "mode": "REQUIERD" },
  { "name": "r", "type": "RECORD", "fields": [
    { "type": "DATE" }
  ] },
  { "name": "s", "type": "STRUCT" },
  { "name": "b", "type": "DATE" },
  { "name": "B", "type": "DATE" }
]`;

  expect(problemsIn(text)).toEqual([
    'tables/a.json:2:18 [0].type: "STRNG" is no type of a column',
    'tables/a.json:3:5 [1].name: is there twice',
    'tables/a.json:3:35 [1].mode: must be one of NULLABLE, REQUIRED, REPEATED',
    expect.stringContaining('tables/a.json:5:5 [2].fields[0].name: '),
    'tables/a.json:7:3 [3].fields: a RECORD has at least one field',
    'tables/a.json:9:5 [5].name: is there twice',
  ]);
});

test.each(['{', '{}', 'null'])('%s is no list of fields', (text) => {
  expect(problemsIn(text)).toHaveLength(1);
});

test('the messages of all tables are said at once', async () => {
  const folder = projectFolder({
    'fieldstone.json': '{\n"tables": {\n"a": { "tenant": "no", "time": "n" }, "c": {}}}',
    'tables/a.json': '[{"name": "n", "type": "INT64"}]',
    'tables/b.json': '[{"name": "n", "type": "INT"}]',
  });

  await expect(loadProject(folder)).rejects.toMatchObject({
    problems: [
      { file: 'fieldstone.json', line: 3, column: 8 },
      { file: 'fieldstone.json', line: 3, column: 24 },
      { file: 'tables/b.json', line: 1, column: 16 },
      { file: 'fieldstone.json', line: 3, column: 39 },
    ],
  });
});

test('a file whose name is no name of a table is refused', async () => {
  const folder = projectFolder({ 'fieldstone.json': '{}', 'tables/a..b.json': '[]' });

  await expect(loadProject(folder)).rejects.toThrow(
    'tables/a..b.json:1:1: "a..b" is no name of a table',
  );
});

test('the fields of a wildcard table are in a file without the star', async () => {
  const folder = projectFolder({
    'fieldstone.json': '{"tables": {"events_*": {"wildcard": true}}}',
    'tables/events_.json': '[{"name": "n", "type": "INT64"}]',
  });
  const { tables } = await loadProject(folder);

  expect([...tables].map(([name, { fields }]) => [name, fields.length])).toEqual([['events_*', 1]]);
});
