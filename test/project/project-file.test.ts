import { expect, test } from 'vitest';
import { ProjectError } from '../../src/project/problems/project-error.ts';
import { readProjectFile } from '../../src/project/project-file.ts';
import { projectFolder } from '../support/project-folder.ts';

const read = (text: string) => readProjectFile(projectFolder({ 'fieldstone.json': text }));

/** The places and messages of all problems. */
function problemsIn(text: string): readonly string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    return error.problems.map(({ column, line, message }) => `${line}:${column} ${message}`);
  }
  return [];
}

test('an empty file has every default', () => {
  expect(read('{ "$schema": "x" }')).toEqual({
    $schema: 'x',
    folders: {
      endpoints: 'endpoints',
      views: 'views',
      functions: 'functions',
      tables: 'tables',
      cases: 'cases',
      schema: 'schema',
    },
    defaults: {
      maxRows: 1_000,
      cache: 900,
      warm: 'off',
      sandbox: false,
      redact: false,
      shape: true,
    },
    tables: {},
  });
});

test('every member', () => {
  const settings = {
    folders: { endpoints: 'src/endpoints', views: 'sql/views', functions: 'sql/functions' },
    tenant: 'shop',
    defaults: { maxRows: 5, cache: 'off', warm: '2h', sandbox: true, redact: true, shape: false },
    tables: {
      'events_*': {
        data: 'data/events_*.parquet',
        bigquery: 'my-project.my_dataset.events_*',
        wildcard: true,
        ingestionTime: true,
        requirePartitionFilter: true,
      },
      orders: { tenant: 'shop', time: 'ordered_at', optional: true, schema: 'o.json' },
      prices: { shared: true, bigquery: 'example.com:project.shop.prices' },
    },
  };
  const { defaults, folders, tables, tenant } = read(JSON.stringify(settings));

  expect(tenant).toBe('shop');
  expect(folders).toMatchObject(settings.folders);
  expect(defaults).toEqual({ ...settings.defaults, warm: 7_200 });
  expect(tables).toMatchObject({
    'events_*': { ...settings.tables['events_*'], data: ['data/events_*.parquet'] },
    orders: { ...settings.tables.orders, wildcard: false, ingestionTime: false },
    prices: settings.tables.prices,
  });
});

test('all mistakes are said, each with its place and its line', () => {
  const text = `{
  "folder": {},
  "defaults": { "cache": "15", "maxRows": 0 },
  "tables": {
    "orders": { "tennant": "shop", "shared": "yes" },
    "prices": { "tenant": "shop", "shared": true }
  }
}`;

  expect(problemsIn(text)).toEqual([
    '2:3 folder: is no member here: there are folders, tenant, defaults, tables',
    '3:17 defaults.cache: must be a duration like "15m" (s, m, h or d), or "off"',
    '3:32 defaults.maxRows: must be above 0',
    expect.stringMatching(/^5:17 tables.orders.tennant: is no member here: there are data, schema/),
    '5:36 tables.orders.shared: must be true or false',
    '6:35 tables.prices.shared: the table is shared, and has a tenant',
  ]);
  expect(() => read(text)).toThrow(
    `fieldstone.json:3:32: defaults.maxRows: must be above 0
> 3 |   "defaults": { "cache": "15", "maxRows": 0 },
    |                                ^`,
  );
});

test.each([
  ['{', '1:2 it is not JSON: it ends too early'],
  ['{\n  "tenant": shop\n}', '2:13 it is not JSON'],
  ['{\n"tenant": "a",\n"tenant": "b"}', '3:1 tenant: is there twice'],
  ['{"tenant": "a b"}', '1:2 tenant: must be a name of letters, digits and underscores'],
  ['{"folders": {"endpoints": ""}}', '1:14 folders.endpoints: must name a folder'],
  ['{"folders": {"endpoint": "e"}}', '1:14 folders.endpoint: is no member here: there are endp'],
  ['{"defaults": {"warm": "0s"}}', '1:15 defaults.warm: must be a duration like'],
  ['{"defaults": {"shape": "no"}}', '1:15 defaults.shape: must be true or false'],
  ['{"tables": {"a..b": {}}}', '1:13 tables["a..b"]: "a..b" is no name of a table'],
  ['{"tables": {"a": {"data": "/a"}}}', 'tables.a.data[0]: must be a glob below the folder'],
  ['{"tables": {"a": {"bigquery": "d.t"}}}', '1:19 tables.a.bigquery: must be the full name'],
  ['{"tables": {"a": {"bigquery": "p.d.`"}}}', '1:19 tables.a.bigquery: must be the full name'],
  ['{"tables": {"a": {"wildcard": true}}}', 'a.wildcard: the name of a wildcard table ends in "*"'],
  ['{"tables": {"a*b": {"wildcard": true}}}', 'ends in "*": write "ab*"'],
  ['{"tables": {"a*": {}}}', '1:13 tables["a*"]: a table with "*" in its name is "wildcard": true'],
  [
    '{"tables": {"a*": {"wildcard": true, "data": "*/a*.csv"}}}',
    '1:38 tables["a*"].data: the data of a wildcard table have exactly one "*"',
  ],
  ['{"tables": {"a*": {"wildcard": true, "data": "a.csv"}}}', 'have exactly one "*"'],
  ['{"tables": {"a*": {"wildcard": true, "data": "a?*.csv"}}}', 'no wildcard but their "*"'],
  [
    '{"tables": {"a": {"requirePartitionFilter": true}}}',
    'a.requirePartitionFilter: requires a partition filter, but no "time" or "ingestionTime"',
  ],
  ['{"tables": {"a": {"time": "t", "ingestionTime": true}}}', '1:32 tables.a.ingestionTime: a t'],
  ['{"tables": {"a": {"tenant": "t", "shared": true}}}', '1:34 tables.a.shared: the table is sh'],
])('%s is refused at its place', (text, problem) => {
  expect(problemsIn(text)).toEqual([expect.stringContaining(problem)]);
});

test('a file with a byte order mark is refused', () => {
  expect(problemsIn('\ufeff{}')).toEqual([
    '1:1 it begins with a byte order mark: write UTF-8 without one',
  ]);
});
