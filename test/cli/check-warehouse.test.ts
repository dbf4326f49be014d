import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { runCheck } from '../../src/cli/check-warehouse.ts';
import { readTables } from '../../src/endpoint/tables.ts';
import { ENDPOINTS } from '../../src/endpoints/index.ts';
import { ANONYMOUS } from '../../src/engines/bigquery/client/credentials.ts';
import { RestClient } from '../../src/engines/bigquery/client/rest-client.ts';
import { fullTableNames } from '../../src/engines/bigquery/table-ids.ts';
import { ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { edit } from '../support/bigquery/replies.ts';
import type { BigQueryServer } from '../support/bigquery/server.ts';
import { fillStore } from '../support/fill-store.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LOCK = new URL('../../schema/warehouse.lock.json', import.meta.url);

/** 2026-07-01T12:00:00Z in microseconds. */
const NOW = 1_782_907_200_000_000n;

const tables = readTables();
const endpoints = prepareEndpoints(ENDPOINTS, tables);

async function check(server: BigQueryServer, lockFile: string, ...commandLine: string[]) {
  const lines: string[] = [];
  const code = await runCheck(commandLine, {
    warehouse: {
      client: new RestClient({
        project: 'fieldstone-test',
        endpoint: server.url,
        credentials: ANONYMOUS,
      }),
      tables: fullTableNames(tables.keys(), {
        project: 'fieldstone-test',
        dataset: 'logs',
        ids: {},
      }),
      location: undefined,
    },
    endpoints,
    lockFile,
    now: NOW,
    print: (line) => lines.push(line),
  });
  return { code, lines };
}

test('check:warehouse finds every stored query as schema/warehouse.lock.json says', async () => {
  const server = await openBigQueryServer();

  const { code, lines } = await check(server, LOCK.pathname);

  expect(lines.filter((line) => /Problem|Drift/.test(line))).toEqual([]);
  expect(code).toBe(0);
  expect(server.counters.jobs).toBe(0);
});

/** A row of each table that the stored queries read, on so many days before the check. */
async function storeOfDays(daysAgo: readonly number[]): Promise<ParquetStore> {
  const store = new ParquetStore(temporaryFolder());
  const at = (days: number) => new Date(Number(NOW / 1_000n) - days * 86_400_000).toISOString();
  const rows = {
    'cloudflare.logs.prod': daysAgo.map((days) => edgeRow({ at: at(days), project: 'demo' })),
    'deno-relay-logs': daysAgo.map((days) => invocationRow({ at: at(days), project: 'demo' })),
  };
  for (const [table, content] of Object.entries(rows)) {
    const lines = content.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
    await fillStore(store, tables, table, Readable.from(lines));
  }
  return store;
}

test('check:warehouse shows that a day reads less than a week', async () => {
  const server = await openBigQueryServer({ store: await storeOfDays([0.1, 3, 5]) });

  const { code, lines } = await check(server, LOCK.pathname);

  expect(lines.filter((line) => line.includes('1 day')).length).toBe(8);
  expect(lines.filter((line) => line.includes('Problem'))).toEqual([]);
  expect(code).toBe(0);
});

test('check:warehouse fails when a day reads as much as a week', async () => {
  const server = await openBigQueryServer({ store: await storeOfDays([0.1]) });

  const { code, lines } = await check(server, LOCK.pathname);

  expect(lines).toContain(
    '    Problem: one day reads as much as seven: its time bounds do not prune, or there are no older rows',
  );
  expect(code).toBe(1);
});

test('check:warehouse fails when the warehouse says another thing than before', async () => {
  const server = await openBigQueryServer();
  const file = join(temporaryFolder(), 'lock.json');
  writeFileSync(
    file,
    readFileSync(LOCK, 'utf8').replace('"function_id": "STRING"', '"function_id": "INT64"'),
  );

  const { code, lines } = await check(server, file);

  expect(code).toBe(1);
  expect(lines.at(-1)).toBe(
    'Drift: functions.invocation-stats, open, parameter function_id: "INT64" became "STRING"',
  );
});

test('check:warehouse writes the answer with --update, and not while there are problems', async () => {
  const server = await openBigQueryServer();
  const file = join(temporaryFolder(), 'lock.json');

  expect((await check(server, file, '--update')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(LOCK, 'utf8'));

  server.script([{ match: 'POST /jobs', reply: edit(asScript) }]);
  const { code, lines } = await check(server, join(temporaryFolder(), 'other.json'), '--update');
  expect(code).toBe(1);
  expect(lines).toContain('    Problem: it is a SCRIPT statement, not a SELECT');
});

/** The answer to a dry run, of another kind of statement. */
function asScript(body: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(body).replace('"statementType":"SELECT"', '"statementType":"SCRIPT"'),
  );
}
