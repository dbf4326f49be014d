import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { analyze, parseQuery } from '#googlesql';
import { LIMITS, NO_TABLES } from '../../support/bigquery/checked-query.ts';
import { readProject } from '../reference/goldens.ts';
import { caseProject, runOnBigQuery } from '../support.ts';
import { everyType } from './every-type.ts';

test('rows of every type stand in the statement, which names no table and is billed nothing', async () => {
  const { counters, printed, texts } = await runOnBigQuery(await caseProject(everyType()));

  expect(printed).toEqual(['ok all/empty', 'ok all/types']);
  expect(texts).toHaveLength(2);
  // Every FROM is of rows; what follows is an alias.
  for (const text of texts) expect(text).not.toMatch(/FROM (?!\(SELECT|UNNEST\()/);
  expect(counters.bytesBilled).toBe(0);
});

test.each([
  ['the log endpoints', '.', 50],
  ['the shop', 'examples/shop', 45],
])('the cases of %s end as on the embedded engine', async (_, folder, least) => {
  const { counters, printed, requests } = await runOnBigQuery(await readProject(folder));

  expect(printed.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect(requests.length).toBeGreaterThanOrEqual(least);
  // Whatever names a table is refused where there is none.
  for (const { query, types } of requests) {
    analyze(parseQuery(query, LIMITS), { tables: NO_TABLES, parameters: types });
  }
  expect(counters.bytesBilled).toBe(0);
});

test('rows of too long a text are bound as parameters', async () => {
  const { printed, texts } = await runOnBigQuery(await caseProject(everyType()), 3_000);

  expect(printed).toEqual(['ok all/empty', 'ok all/types']);
  expect(texts).toEqual([
    expect.stringContaining('FROM UNNEST(ARRAY<STRUCT<id INT64'),
    expect.stringContaining('FROM UNNEST(@own_given_1)'),
  ]);
});

test('a megabyte of rows is too long a text', async () => {
  const rows = Array.from({ length: 1100 }, (_, id) => ({ id, text: 'x'.repeat(1_000) }));
  const project = await caseProject({
    'tables/t.json': [
      { name: 'id', type: 'INT64' },
      { name: 'text', type: 'STRING' },
    ],
    'endpoints/count.sql': 'SELECT COUNT(t.id) AS n FROM t',
    'cases/count/many.json': { tables: { t: rows }, rows: [{ n: 1100 }] },
  });
  const { texts } = await runOnBigQuery(project);

  // The name that the statement has for the table stays.
  expect(texts[0]).toContain('FROM UNNEST(@own_given_1)) AS t');
});

test('SQL of a caller is estimated first; an endpoint of BigQuery alone is skipped, with the reason', async () => {
  const project = await caseProject({
    'tables/t.json': [{ name: 'id', type: 'INT64' }],
    'endpoints/own.sql': '-- @sandbox\nWITH v AS (SELECT t.id FROM t) SELECT id FROM v',
    'endpoints/foreign.sql': '-- @engine bigquery\nSELECT 1 AS one',
    'schema/contract.json': {
      version: 1,
      endpoints: {
        foreign: {
          parameters: {},
          columns: [{ name: 'one', type: 'INT64', graphql: 'Int64' }],
          engine: 'bigquery',
          text: hash('sha256', 'SELECT 1 AS one'),
        },
      },
    },
    'cases/own/sql.json': {
      sql: 'SELECT SUM(id) AS n FROM v',
      tables: { t: [{ id: 1 }, { id: 2 }] },
      rows: [{ n: 3 }],
    },
    'cases/foreign/one.json': { tables: {}, rows: [{ one: 1 }] },
  });
  const { counters, printed } = await runOnBigQuery(project);

  expect(printed).toEqual([
    'skip foreign/one: @engine bigquery: only BigQuery knows its SQL, in which no rows can take the place of tables',
    'ok own/sql',
  ]);
  expect(counters.requests('POST /queries')).toBe(1);
  expect(counters.requests('POST /jobs')).toBe(1);
});
