/** What a day of steady requests costs on BigQuery, and what a selection saves, against a server for tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../src/auth/caller.ts';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { formatByteSize } from '../../src/config/byte-size.ts';
import { BigQueryEngine } from '../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import type { RawArguments } from '../../src/execution/arguments/arguments.ts';
import { createPipeline } from '../../src/execution/pipeline.ts';
import { BigQueryServer } from '../support/bigquery/server.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { live } from '../support/live.ts';
import { PROJECT } from '../support/project.ts';
import { runRequest } from '../support/run-request.ts';
import { TestClock } from '../support/test-clock.ts';
import { EDGE, writeDemoDays } from './demo-days.ts';

const PLACE = { project: 'fieldstone-test', dataset: 'logs', tables: {} };
/** The log tables of a service are larger than what a bench can write: each stored byte counts as so many. */
const BYTES_SCALE = 1_000;
const SECONDS_PER_DAY = 86_400;
const EVERY_SECONDS = 10;

const CALLER: Caller = {
  keyId: 'bench',
  name: 'bench',
  endpoints: undefined,
  pins: new Map(),
  redact: false,
  sandbox: true,
};

const registry = new Registry(prepareEndpoints(PROJECT));
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bill-'));
const store = freshFiles(folder);
const clock = new TestClock();
// Seven days before the clock's first moment, and the day and a half in which the simulated one lies.
const midnight = Math.floor(Number(clock.now()) / MICROS_PER_DAY) * MICROS_PER_DAY;
const today = midnight + 2 * MICROS_PER_DAY;
await writeDemoDays({ dataDir: folder, tables: [EDGE], today, days: 9 });

const server = await BigQueryServer.open({ store, bytesScale: BYTES_SCALE });
const engine = new BigQueryEngine({
  client: BigQueryClient.anonymous({ project: PLACE.project, endpoint: server.url }),
  tables: placeTables(PROJECT.tables, PLACE),
  maxBytesBilled: 1e15,
});

/** Asks an endpoint, with the columns that an operation selects. */
function pipelineWith(columns?: ReadonlySet<string>) {
  const { runner, warmer } = createPipeline({
    engine,
    dataSource: 'bench',
    clock: clock.now,
    cacheBytes: 16e6,
    warmDailyBytes: 1e15,
    log: { refreshFailed: fail, overBudget: fail },
  });
  const ask = (endpoint: string, args: RawArguments) =>
    runRequest(
      runner,
      {
        endpoint: registry.find(endpoint, CALLER),
        caller: CALLER,
        arguments: args,
        sql: undefined,
        columns,
        redact: false,
        via: 'graphql',
      },
      live({ now: clock.now() }),
    );
  return { ask, warmer };
}

function fail(problem: unknown): never {
  throw new Error('The day did not go as it should', { cause: problem });
}

/** One request every so often for a day of a clock that runs ahead. */
async function simulateDay(): Promise<void> {
  const { ask, warmer } = pipelineWith();
  const statuses = new Map<string, number>();
  let oneEach = 0;
  for (let second = 0; second < SECONDS_PER_DAY; second += EVERY_SECONDS) {
    const answer = await ask('usage.api-counts', { project: 'demo', interval: 'daily' });
    statuses.set(answer.cacheStatus, (statuses.get(answer.cacheStatus) ?? 0) + 1);
    if (oneEach === 0) oneEach = answer.bytesBilled;
    await warmer.look();
    clock.advance(EVERY_SECONDS);
  }
  const requests = SECONDS_PER_DAY / EVERY_SECONDS;
  const { jobs, bytesBilled } = server.counters;
  print(
    `  requests            ${requests}: ${[...statuses].map((pair) => pair.join(' ')).join(', ')}`,
  );
  print(`  jobs                ${jobs}, one in ${(requests / jobs).toFixed(1)} requests`);
  print(`  billed              ${formatByteSize(bytesBilled)}`);
  print(`  with a job for each ${formatByteSize(oneEach * requests)}`);
}

async function compareSelections(): Promise<void> {
  const args = { project: 'demo', project_tier: 'PRO' };
  const all = await pipelineWith().ask('logs.all', args);
  const two = await pipelineWith(new Set(['id', 'timestamp'])).ask('logs.all', args);
  const ratio = two.bytesBilled / all.bytesBilled;
  print(`  all columns         ${formatByteSize(all.bytesBilled)}`);
  print(`  id and timestamp    ${formatByteSize(two.bytesBilled)}, ${ratio.toFixed(3)} of that`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  print('usage.api-counts, kept for 900 s, asked every 10 s for a day:');
  await simulateDay();
  print('logs.all, one request:');
  await compareSelections();
} finally {
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true });
}
