import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProject } from '../../../src/cli/check/check-project.ts';
import { printGithub, printText } from '../../../src/cli/check/print-findings.ts';
import { isRight } from '../../../src/cli/check/report.ts';
import { schemaFiles, writeSchemaFiles } from '../../../src/cli/schema/schema-files.ts';
import { ProjectReader } from '../../../src/serving/project-reader.ts';
import { stubBigQuery } from '../../support/bigquery/environment.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { commitFiles, initRepository, isolateGit } from '../../support/git.ts';
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
  await printAgain(folder);
  return folder;
}

async function printAgain(folder: string): Promise<void> {
  const { endpoints, project } = await new ProjectReader(folder).read();
  await writeSchemaFiles(project, schemaFiles(endpoints));
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
  stubBigQuery(server.url, 'shop');
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

test('a change since a commit is said at its place, and a breaking one fails the command', async () => {
  isolateGit();
  const folder = await printedProject();
  initRepository(folder);
  commitFiles(folder);
  const same = await checkProject(folder, { against: true });
  expect(same.report.changes).toEqual([]);
  expect(printText(same, false)).toBe('2 endpoints, no problems, no changes since HEAD\n');

  writeFileSync(
    join(folder, 'endpoints/a.sql'),
    '-- @cache 1h\nSELECT\n  o.id AS other,\n  1 AS n\nFROM orders AS o',
  );
  await printAgain(folder);
  const findings = await checkProject(folder, { against: 'HEAD' });
  const { report } = findings;

  expect(report.changes).toEqual([
    {
      endpoint: 'a',
      kind: 'column-removed',
      level: 'breaking',
      for: ['graphql', 'rest', 'csv'],
      message: expect.stringContaining('The column `id` is gone'),
      file: 'endpoints/a.sql',
      line: 2,
    },
    {
      endpoint: 'a',
      kind: 'cache-longer',
      level: 'dangerous',
      for: ['graphql', 'rest', 'csv'],
      message: 'Answers may be 1h old in place of 15m.',
      file: 'endpoints/a.sql',
      line: 1,
    },
    expect.objectContaining({ kind: 'column-added', level: 'safe', line: 3 }),
    expect.objectContaining({ kind: 'column-added', level: 'safe', line: 4 }),
  ]);
  expect(isRight(report)).toBe(false);
  expect(isRight({ ...report, changes: report.changes.slice(1) })).toBe(true);
  const text = printText(findings, false);
  expect(text).toMatch(/^endpoints\/a\.sql:2: breaking for graphql, rest, csv: a: The column `id`/);
  expect(text).toMatch(/, no problems, 1 breaking, 1 dangerous, 2 safe changes since HEAD\n$/);
  expect(printText(findings, true)).toContain('\u001b[33mendpoints/a.sql:1: dangerous');
  const commands = printGithub(findings, folder, folder).split('\n');
  expect(commands.map((line) => line.split(',title')[0])).toEqual([
    '::error file=endpoints/a.sql,line=2',
    '::warning file=endpoints/a.sql,line=1',
    '::notice file=endpoints/a.sql,line=3',
    '::notice file=endpoints/a.sql,line=4',
    '',
  ]);
});

test('names of an earlier contract move no cursor', async () => {
  const folder = await printedProject();
  const contract = JSON.parse(readFileSync(join(folder, 'schema/contract.json'), 'utf8'));
  contract.endpoints['gone\u001b[2K\n::error::'] = contract.endpoints.a;
  writeFileSync(join(folder, 'earlier.json'), JSON.stringify(contract));
  const findings = await checkProject(folder, { against: join(folder, 'earlier.json') });

  expect(printText(findings, false)).toMatch(/: gone\\u001b\[2K ::error::: The/);
  expect(printText(findings, false)).toMatch(/1 breaking change since .+earlier\.json\n$/);
  const commands = printGithub(findings, folder, folder);
  expect(commands).toMatch(/^::error .+\n$/);
  expect(commands).not.toContain('\u001b');
});

test('endpoints with mistakes are not compared, nor is a project of which nothing can be read', async () => {
  isolateGit();
  const folder = await printedProject();
  initRepository(folder);
  commitFiles(folder);
  writeFileSync(join(folder, 'endpoints/a.sql'), 'SELEC 1');
  const findings = await checkProject(folder, { against: true });
  expect([findings.report.changes, findings.notes]).toEqual([
    [],
    ['Not compared for their mistakes: a'],
  ]);

  writeFileSync(join(folder, 'fieldstone.json'), '{');
  const unreadable = await checkProject(folder, { against: true });
  expect([unreadable.report.changes, unreadable.notes]).toEqual([
    [],
    ['Not compared: nothing of the project can be read'],
  ]);
});
