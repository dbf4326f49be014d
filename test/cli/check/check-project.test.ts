import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkProject } from '../../../src/cli/check/check-project.ts';
import { printGithub, printText } from '../../../src/cli/check/print-findings.ts';
import { schemaFiles, writeSchemaFiles } from '../../../src/cli/schema/schema-files.ts';
import { ProjectReader } from '../../../src/serving/project-reader.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { projectFolder } from '../../support/project-folder.ts';

const FILES = {
  'fieldstone.json': '{"tables": {"orders": {}}}',
  'tables/orders.json': '[{"name": "id", "type": "INT64"}]',
  'views/wrong.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/a.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/b.sql': 'SELECT w.id FROM wrong AS w',
};

/** A project whose `schema/` is what it prints. */
async function printedProject(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const folder = projectFolder(files);
  const { endpoints, project } = await new ProjectReader(folder).read();
  await writeSchemaFiles(project, schemaFiles(endpoints));
  return folder;
}

test('a right project has no problems, and says of each endpoint what was asked', async () => {
  const findings = await checkProject(await printedProject());

  expect(findings.report).toEqual({
    errors: [],
    endpoints: ['a', 'b'].map((name) => ({
      endpoint: name,
      file: `endpoints/${name}.sql`,
      field: name,
      ok: true,
      error: null,
      bytes: null,
      bytesBefore: null,
      prunes: null,
      prunedBefore: null,
    })),
    changes: [],
  });
  expect(printText(findings, false)).toBe('2 endpoints, no problems\n');
  expect(printText(findings, true)).toBe('\u001b[32m2 endpoints, no problems\u001b[39m\n');
});

test('all mistakes are said at once; endpoints that only follow from others are not right', async () => {
  const folder = await printedProject();
  writeFileSync(join(folder, 'views/wrong.sql'), 'SELECT o.nothing\nFROM orders AS o');
  writeFileSync(join(folder, 'endpoints/c.sql'), '-- @what\nSELEC 1, 2');
  const findings = await checkProject(folder);
  const { endpoints, errors } = findings.report;

  expect(errors).toEqual([
    expect.objectContaining({ file: 'views/wrong.sql', line: 1, column: 10 }),
  ]);
  expect(endpoints.map(({ endpoint, ok }) => [endpoint, ok])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
  expect(endpoints[1]?.error?.message).toBe(
    'It reads "wrong", which has a mistake: Name nothing not found inside o',
  );
  expect(printText(findings, false)).toMatch(
    /^views\/wrong\.sql:1:10: .+\n> 1 \| SELECT o\.nothing\n.+\^\n\nendpoints\/c\.sql:1:4: .+\n(.+\n)+\n3 endpoints, 2 problems\n$/,
  );
});

test('GitHub is told where below the checkout what is wrong', async () => {
  const folder = await printedProject();
  writeFileSync(join(folder, 'endpoints/a.sql'), 'SELECT "100%" AS a:\n');
  const findings = await checkProject(folder);

  expect(printGithub(findings, folder, join(folder, '..'))).toMatch(
    /^::error file=[^/:,]+\/endpoints\/a\.sql,line=1,col=\d+::[^\n]+\n$/,
  );
});

test.each([
  [
    'contract.json',
    (text: string) => text.replace('"many"', '"one"'),
    /contract.json:\d+:1: It is not what/,
  ],
  ['schema.graphql', () => '', /schema\.graphql:1:1: It is not what the project prints/],
  ['openapi.json', () => undefined, /openapi\.json:1:1: The file is not there/],
])('a %s that is not what the project prints is a problem', async (name, change, message) => {
  const folder = await printedProject();
  const path = join(folder, 'schema', name);
  const text = change(readFileSync(path, 'utf8'));
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
  const findings = await checkProject(folder);

  expect(findings.report.errors).toHaveLength(1);
  expect(printText(findings, false)).toMatch(message);
});

test('line ends of a checkout are no difference, and a missing schema/ is said', async () => {
  const folder = await printedProject();
  const path = join(folder, 'schema/schema.graphql');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
  expect((await checkProject(folder)).problems).toEqual([]);

  rmSync(join(folder, 'schema'), { recursive: true });
  const findings = await checkProject(folder);
  expect([findings.problems, findings.notes]).toEqual([
    [],
    ['schema/ is not there: "fieldstone schema --write" writes it'],
  ]);
});

test('with BigQuery, bytes and tables of what endpoints read are checked, and no others', async () => {
  const server = await openBigQueryServer({ dataset: null });
  server.catalog.addDataset({ datasetReference: { datasetId: 'shop' } });
  for (const [name, value] of Object.entries({
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: 'fieldstone-test',
    BIGQUERY_DATASET: 'shop',
    BIGQUERY_API_ENDPOINT: server.url,
  })) {
    vi.stubEnv(name, value);
  }
  server.catalog.addTable('shop', {
    tableReference: { tableId: 'orders' },
    schema: { fields: [{ name: 'id', type: 'INTEGER' }] },
  });
  const folder = await printedProject({
    ...FILES,
    'tables/unread.json': '[{"name": "id", "type": "INT64"}]',
  });
  const right = await checkProject(folder, { bigquery: true });

  expect(right.problems).toEqual([]);
  expect(right.report.endpoints.map(({ bytes, ok, prunes }) => [typeof bytes, ok, prunes])).toEqual(
    [
      ['number', true, false],
      ['number', true, false],
    ],
  );
  expect(printText(right, false)).toMatch(/^orders +fieldstone-test\.shop\.orders +TABLE/m);

  server.catalog.dropTable('shop', 'orders');
  const wrong = await checkProject(folder, { bigquery: true });

  expect(wrong.report.errors).toEqual([
    expect.objectContaining({
      file: 'fieldstone.json',
      line: 1,
      message: expect.stringMatching(/^tables\.orders: The table "orders" does not exist/),
    }),
  ]);
  expect(wrong.report.endpoints.map(({ ok }) => ok)).toEqual([false, false]);
  expect(server.counters.jobs).toBe(0);
});
