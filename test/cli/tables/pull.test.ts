import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printTables } from '../../../src/cli/tables/print-tables.ts';
import { pullTables } from '../../../src/cli/tables/pull.ts';
import { hideCredentials } from '../../support/foreign-project.ts';
import { projectFolder } from '../../support/project-folder.ts';
import { DATASET, openWarehouse } from '../init/warehouse.ts';

const [PROJECT, NAME] = DATASET.split('.');

async function openProject(settings: object) {
  hideCredentials();
  const { url } = await openWarehouse();
  const folder = projectFolder({ 'fieldstone.json': JSON.stringify(settings) });
  const environment = {
    ENGINE: 'bigquery',
    BIGQUERY_PROJECT: PROJECT,
    BIGQUERY_DATASET: NAME,
    BIGQUERY_LOCATION: 'europe-west3',
    BIGQUERY_API_ENDPOINT: url,
  };
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  return {
    folder,
    lines,
    pull: (...names: readonly string[]) => pullTables(folder, names, print, environment),
    readJson: (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')),
  };
}

test('tables pull writes schemas and partitioning, and leaves what else is said of tables', async () => {
  const { lines, pull, readJson } = await openProject({
    tenant: 'shop',
    tables: {
      bills: { bigquery: `${DATASET}.payments`, shared: true, time: 'id' },
      'events_*': { wildcard: true, optional: true },
    },
  });

  await pull('bills', 'events_*', `${DATASET}.activity`);

  expect(readJson('fieldstone.json')).toEqual({
    tenant: 'shop',
    tables: {
      bills: {
        bigquery: `${DATASET}.payments`,
        shared: true,
        time: 'paid_on',
        requirePartitionFilter: true,
      },
      'events_*': { wildcard: true, optional: true },
      [`${DATASET}.activity`]: { time: 'created_at' },
    },
  });
  expect(readJson('tables/bills.json')[0]).toEqual({
    name: 'paid_on',
    type: 'DATE',
    mode: 'REQUIRED',
    description: 'Day of\nthe payment',
  });
  expect(readJson('tables/events_.json')).toHaveLength(7);
  expect(lines).toEqual([
    'tables/bills.json is written',
    'tables/events_.json is written',
    `tables/${DATASET}.activity.json is written`,
    'fieldstone.json is written: how tables are partitioned',
  ]);
});

test('tables pull names all tables that cannot be read, and writes nothing then', async () => {
  const { folder, pull } = await openProject({});

  await expect(pull('payments', 'nowhere', 'no_*')).rejects.toMatchObject({
    exitCode: 1,
    message: `"nowhere" does not exist as ${DATASET}.nowhere\n"no_*": no table of ${DATASET}.no_* exists`,
  });
  expect(existsSync(join(folder, 'tables'))).toBe(false);
});

test('tables pull refuses a name of no table, and a project on the embedded engine', async () => {
  const { folder, pull } = await openProject({});

  await expect(pull('a/b')).rejects.toMatchObject({ exitCode: 2 });
  await expect(pullTables(folder, ['payments'], () => {}, {})).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('set ENGINE=bigquery'),
  });
});

test('tables prints columns, and where rows come from', async () => {
  const folder = projectFolder({
    'fieldstone.json': JSON.stringify({
      tables: { visits: { data: 'data/*.csv', shared: true }, 'log.lines': { time: 'at' } },
    }),
    'data/visits.csv': 'day,pages\n2026-01-01,7\n',
    'tables/log.lines.json': JSON.stringify([
      { name: 'at', type: 'TIMESTAMP', mode: 'REQUIRED', description: 'When' },
      {
        name: 'items',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [{ name: 'id', type: 'INTEGER' }],
      },
    ]),
  });
  const lines: string[] = [];

  await printTables(folder, (line) => lines.push(line));

  expect(lines).toEqual([
    expect.stringMatching(/^log\.lines {2}imports in .*\/tables\/log\.lines; partitioned by at$/),
    '  at     TIMESTAMP!     When',
    '  items  ARRAY<STRUCT>',
    '    id   INT64',
    '',
    'visits  files data/*.csv; shared by all tenants',
    '  day    DATE',
    '  pages  INT64',
  ]);
});
