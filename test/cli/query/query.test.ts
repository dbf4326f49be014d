import { appendFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runQuery } from '../../../src/cli/query/query.ts';
import { readConfig } from '../../../src/config/config.ts';
import { filledStore } from '../../support/filled-store.ts';
import { storedFiles } from '../../support/stored-rows.ts';

const TABLE = 'postgres.logs';

test("query says the engine's reason to whoever runs it on the data themselves", async () => {
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  const store = await filledStore({ [TABLE]: [{ timestamp, id: 'a', project: 'demo' }] });
  appendFileSync(storedFiles(store, TABLE)[0] ?? '', 'x');

  const ended = runQuery(
    {
      endpoint: 'logs.all',
      arguments: { project: 'demo' },
      sql: 'SELECT id FROM postgres_logs',
      format: 'table',
      isSafe: false,
      redact: false,
      remote: undefined,
    },
    { output: new PassThrough(), config: () => readConfig({ DATA_DIR: store.directory }) },
  );

  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(
      /^The query failed: .*the data of table "postgres.logs" are damaged: day=\S+, of \d+ bytes, has \d+ bytes$/,
    ),
  });
});
