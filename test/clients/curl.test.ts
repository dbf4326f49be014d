import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { test as anyTest, expect } from 'vitest';
import { exampleGateway } from '../examples/example-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const test = anyTest.skipIf(spawnSync('curl', ['--version']).status !== 0);

const LOGS = '/api/endpoints/query/logs.all';
const ASKED = `${LOGS}?project=demo&project_tier=PRO`;
const IDS = ['entry-4', 'entry-3', 'entry-2', 'entry-1'];

/** Runs curl with a key against a gateway of its own; gives what it printed. */
async function curl() {
  const { url, key } = await exampleGateway();
  return async (path: string, ...options: readonly string[]) => {
    const words = ['-sS', '-H', `X-API-KEY: ${key}`, ...options, `${url}${path}`];
    return (await run('curl', words)).stdout;
  };
}

function idsOf(json: string): readonly unknown[] {
  return JSON.parse(json).result.map(({ id }: { readonly id: unknown }) => id);
}

test('curl gets rows with GET, with a body on GET, with a form and with JSON', async () => {
  const ask = await curl();
  const json = ['-H', 'Content-Type: application/json', '-d'];
  const members = '{"project":"demo","project_tier":"PRO"}';

  const answers = [
    await ask(ASKED),
    await ask(LOGS, '-X', 'GET', ...json, members),
    await ask(LOGS, '-d', 'project=demo', '-d', 'project_tier=PRO'),
    await ask(LOGS, '-G', '--data-urlencode', 'project=demo', '-d', 'project_tier=PRO'),
    await ask(LOGS, ...json, members),
  ];

  expect(answers.map(idsOf)).toEqual(answers.map(() => IDS));
});

test('curl sends a compressed body and takes a compressed answer', async () => {
  const ask = await curl();
  const body = join(temporaryFolder(), 'body.gz');
  writeFileSync(body, gzipSync('{"project":"demo","project_tier":"PRO"}'));

  const answer = await ask(
    LOGS,
    '--compressed',
    '--data-binary',
    `@${body}`,
    '-H',
    'Content-Encoding: gzip',
    '-H',
    'Content-Type: application/json',
  );

  expect(idsOf(answer)).toEqual(IDS);
});

test('curl runs own SQL and a GraphQL operation', async () => {
  const ask = await curl();
  const sql = 'sql=SELECT COUNT(*) AS requests FROM edge_logs';
  const query = '{ logsAll(project: "demo", projectTier: PRO) { rows { id } } }';
  const operation = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ query })];

  const own = await ask(ASKED, '--data-urlencode', sql);
  const { data } = JSON.parse(await ask('/graphql', ...operation));

  expect(JSON.parse(own)).toEqual({ result: [{ requests: 4 }] });
  expect(data.logsAll.rows).toEqual(IDS.map((id) => ({ id })));
});

test('curl saves CSV under the name that the service gives', async () => {
  const ask = await curl();
  const folder = temporaryFolder();

  await ask(ASKED, '-H', 'Accept: text/csv', '--output-dir', folder, '-OJ');

  const [header = '', first = ''] = readFileSync(join(folder, 'logs.all.csv'), 'utf8').split(
    '\r\n',
  );
  expect(header.split(',').slice(0, 3)).toEqual(['id', 'timestamp', 'event_message']);
  expect(first).toContain('entry-4');
});

test('curl shows headers with -I and -i', async () => {
  const ask = await curl();

  const head = await ask(ASKED, '-I');
  const all = await ask(ASKED, '-i');

  expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(head).toMatch(/\r\n\r\n$/);
  expect(all).toMatch(/^server-timing: queue;dur=.*, engine;dur=.*, encode;dur=/im);
});

test('curl fails with 22 where the service refuses, and shows why without --fail', async () => {
  const ask = await curl();
  const wrong = ['-H', 'X-API-KEY:', '-H', 'Authorization: Bearer none'];

  const body = await ask(ASKED, ...wrong);

  await expect(ask(ASKED, '--fail', ...wrong)).rejects.toMatchObject({ code: 22 });
  expect(JSON.parse(body)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
});
