import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProgram } from '../../../src/cli/fieldstone.ts';
import { spellType } from '../../../src/googlesql/inference/proven-type.ts';
import type { Project } from '../../../src/project/load-project.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { foreignFolder, loadForeign, writeEndpoint } from '../../support/foreign-project.ts';

const DRY_RUN = 'POST /jobs';

/** The project has no tables, so that its compiler would refuse this. */
const SELECT = `SELECT t.id, COUNT(*) AS n, ARRAY_AGG(t.event_message IGNORE NULLS) AS messages
FROM edge_logs AS t
WHERE t.id = @Id AND DATE(t.timestamp) >= DATE(@since) AND t.project IN UNNEST(@projects)
GROUP BY t.id`.replace('edge_logs', '`cloudflare_logs_prod`');

const TEXT = `-- Requests.
-- @engine bigquery
-- @column {INT64!} n - Requests
-- @param {TIMESTAMP} since - From then on
${SELECT}`;

const described = ({ endpoints: [endpoint] }: Project) =>
  endpoint && {
    parameters: Object.entries(endpoint.parameters).map(([name, { type, isRequired }]) => {
      const element = type.kind === 'ARRAY' ? `ARRAY<${type.element.kind}>` : type.kind;
      return `${name} ${element}${isRequired ? '!' : ''}`;
    }),
    columns: endpoint.columns.map(({ name, type }) => `${name} ${spellType(type)}`),
  };

const DESCRIBED = {
  parameters: ['Id STRING!', 'since TIMESTAMP', 'projects ARRAY<STRING>!'],
  columns: ['id STRING', 'n INT64!', 'messages ARRAY<STRING!>!'],
};

async function writeSchema(project: Project): Promise<void> {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await createProgram(project).parseAsync(['schema', '--write'], { from: 'user' });
  } finally {
    output.mockRestore();
  }
}

const contractOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'schema/contract.json'), 'utf8')).endpoints.requests;

const problemOf = (loading: Promise<Project>) =>
  loading.then(
    () => expect.unreachable(),
    (error: Error) => error.message,
  );

test('BigQuery describes a text that is not compiled here, and tags say the rest', async () => {
  const server = await openBigQueryServer();

  const project = await loadForeign(foreignFolder({ requests: TEXT }), server.url);

  expect(described(project)).toEqual(DESCRIBED);
  expect(server.counters.requests(DRY_RUN)).toBe(1);
});

test('schema --write stores what BigQuery said, with the hash of the text below the head comment', async () => {
  const server = await openBigQueryServer();
  const folder = foreignFolder({ requests: TEXT });

  await writeSchema(await loadForeign(folder, server.url));

  const { columns, engine, parameters, shape, text } = contractOf(folder);
  expect(text).toBe(createHash('sha256').update(SELECT).digest('hex'));
  expect([engine, shape]).toEqual(['bigquery', false]);
  expect(columns).toEqual([
    { graphql: 'String', name: 'id', type: 'STRING' },
    { graphql: 'Int64!', name: 'n', type: 'INT64!' },
    { graphql: '[String!]!', name: 'messages', type: 'ARRAY<STRING!>!' },
  ]);
  expect(parameters).toEqual({
    Id: { type: 'STRING!' },
    projects: { type: 'ARRAY<STRING>!' },
    since: { type: 'TIMESTAMP' },
  });
});

test('a text that the contract describes needs no dry run, whatever its line ends and its head comment', async () => {
  const server = await openBigQueryServer();
  const folder = foreignFolder({ requests: TEXT });
  await writeSchema(await loadForeign(folder, server.url));

  expect(described(await loadForeign(folder, server.url))).toEqual(DESCRIBED);
  writeEndpoint(folder, 'requests', TEXT.replace('Requests.', 'All.').replaceAll('\n', '\r\n'));
  expect(described(await loadForeign(folder, server.url))).toEqual(DESCRIBED);
  expect(server.counters.requests(DRY_RUN)).toBe(1);
  // Nor does it need BigQuery; what a tag no longer asserts is not proven.
  writeEndpoint(folder, 'requests', TEXT.replace('INT64!', 'INT64'));
  expect(described(await loadForeign(folder))).toEqual({
    ...DESCRIBED,
    columns: ['id STRING', 'n INT64', 'messages ARRAY<STRING!>!'],
  });
});

test('the contract is in the folder that the project has for schemas', async () => {
  const server = await openBigQueryServer();
  const folder = foreignFolder({ requests: TEXT }, { folders: { schema: 'printed' } });
  await writeSchema(await loadForeign(folder, server.url));

  expect(described(await loadForeign(folder))).toEqual(DESCRIBED);
});

test.each([
  ['another text', TEXT.replace('AS n', 'AS n, 1.5 AS rate')],
  ['another type of a tag', TEXT.replace('{TIMESTAMP} since', '{DATE} since')],
])('%s than the contract has is described anew, or the start stops', async (_, changed) => {
  const server = await openBigQueryServer();
  const folder = foreignFolder({ requests: TEXT });
  await writeSchema(await loadForeign(folder, server.url));
  writeEndpoint(folder, 'requests', changed);

  const problem = await problemOf(loadForeign(folder));
  await loadForeign(folder, server.url);

  expect(problem).toContain('endpoints/requests.sql:2:12: Only BigQuery knows the columns');
  expect(problem).toContain('set ENGINE=bigquery and write "fieldstone schema --write"');
  expect(server.counters.requests(DRY_RUN)).toBe(2);
});

test('a contract that cannot be read describes nothing', async () => {
  const server = await openBigQueryServer();
  const folder = foreignFolder({ requests: TEXT });
  writeEndpoint(folder, '../schema/contract.json', '{');
  const project = await loadForeign(folder, server.url);
  await writeSchema(project);

  expect(described(await loadForeign(folder))).toEqual(DESCRIBED);
});

test.each([
  ['-- @sandbox', '', '2:4: An endpoint with "@engine bigquery" has no sandbox'],
  ['-- @tenant id', '', '2:12: An endpoint with "@engine bigquery" has no tenant'],
  ['-- @param nothing', '', '2:11: The query has no parameter @nothing'],
  ['-- @column {STRING} n', '', '2:13: Column "n" is INT64, not STRING'],
  ['-- @column other', '', '2:12: The query has no column "other"'],
  ['-- @sandbox off', ', nothing', '3:26: BigQuery says: Unrecognized name: nothing'],
  ['-- @sandbox off', ', 2', 'Column 3 has no name: write "AS column_3" after it'],
  ['-- @sandbox off', ', @p', 'Cannot tell the type of @p'],
])('%s and %j in the query are an error at their place', async (tag, column, problem) => {
  const { url } = await openBigQueryServer();
  const text = `-- @engine bigquery\n${tag}\nSELECT 1 AS n, 'a' AS b${column}`;

  expect(await problemOf(loadForeign(foreignFolder({ requests: text }), url))).toContain(problem);
});
