import { appendFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runQuery } from '../../../src/cli/query/query.ts';
import { readConfig } from '../../../src/config/config.ts';
import { bigQueryEnvironment } from '../../support/bigquery/environment.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { status } from '../../support/bigquery/replies.ts';
import { filledStore } from '../../support/filled-store.ts';
import { PROJECT } from '../../support/project.ts';
import { storedFiles } from '../../support/stored-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TABLE = 'postgres.logs';

/** Runs SQL over the views of `logs.all`. */
function query(
  sql: string,
  environment: Readonly<Record<string, string>>,
  { redact = false, output = new PassThrough() } = {},
): Promise<void> {
  return runQuery(
    {
      endpoint: 'logs.all',
      arguments: { project: 'demo' },
      sql,
      format: 'table',
      isSafe: false,
      redact,
      remote: undefined,
    },
    { output, config: () => readConfig(environment), project: PROJECT },
  );
}

async function storeWithRow(columns: Readonly<Record<string, string>> = {}) {
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  return filledStore({ [TABLE]: [{ timestamp, id: 'a', project: 'demo', ...columns }] });
}

test.each([
  ['default', 'paid with 4111 1111 1111 1111 from REDACTED'],
  ['extended', 'paid with REDACTED from REDACTED'],
])('query hides what the %s profile names', async (REDACTION, expected) => {
  const { dataDir: directory } = await storeWithRow({
    event_message: 'paid with 4111 1111 1111 1111 from 10.0.0.1',
  });
  const output = new PassThrough();

  const sql = 'SELECT event_message FROM postgres_logs';
  await query(sql, { DATA_DIR: directory, REDACTION }, { redact: true, output });

  expect(String(output.read())).toContain(`${expected}\n`);
});

test("query says the engine's reason to whoever runs it on the data themselves", async () => {
  const store = await storeWithRow();
  appendFileSync(storedFiles(store, TABLE)[0] ?? '', 'x');

  const ended = query('SELECT id FROM postgres_logs', { DATA_DIR: store.dataDir });

  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^The query failed: Cannot read ".*\.parquet" as Parquet: /),
  });
});

test('query says a reason once that callers read too', async () => {
  const { dataDir } = await storeWithRow();

  const ended = query('SELECT 1 / 0 AS x FROM postgres_logs', { DATA_DIR: dataDir });

  await expect(ended).rejects.toMatchObject({ message: 'division by zero: 1 / 0' });
});

test.each([
  ['invalidQuery', 400, 'Odd words', 'The query cannot be run on these data: Odd words'],
  [
    'bytesBilledLimitExceeded',
    400,
    'Query exceeded limit for bytes billed: 1. 2 or higher required.',
    /^The query .*: Query exceeded limit for bytes billed: 1. 2 or higher required.$/,
  ],
  [
    'accessDenied',
    403,
    'Access Denied: Table p:d.t: lacks bigquery.tables.getData',
    'The query failed: Access Denied: Table p:d.t: lacks bigquery.tables.getData',
  ],
])("query says BigQuery's own words, %s", async (reason, code, message, said) => {
  vi.stubEnv('HOME', temporaryFolder());
  vi.stubEnv('CLOUDSDK_CONFIG', temporaryFolder());
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await openBigQueryServer();
  server.script([{ match: 'POST /queries', reply: status(code, reason, message) }]);

  const ended = query('SELECT id FROM postgres_logs', bigQueryEnvironment(server.url));

  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: typeof said === 'string' ? said : expect.stringMatching(said),
  });
});
