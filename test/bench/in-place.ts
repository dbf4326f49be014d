/**
 * `node test/bench/in-place.ts [rows [runs]]`: cold answers over HTTP of endpoints over a Parquet file in place, against
 * the same SQL by hand in DuckDB, run in turn. The amounts are stored as integers and as decimals.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { cpuSecondsOf } from './first-answers/process-tree.ts';
import { CONTESTS, type Contest, STORAGES } from './in-place/contests.ts';

const ROWS = Number(process.argv[2] ?? 10_000_000);
const RUNS = Number(process.argv[3] ?? 15);
const GOAL = 1.15;
const THREADS = '2';

const ROW = `i AS id, CAST('2026-01-01' AS DATE) + CAST(hash(i) % 180 AS INTEGER) AS day,
  ['de', 'fr', 'us', 'gb', 'it', NULL][i % 6 + 1] AS country, i % 3 > 0 AS paid,
  CAST(CAST(hash(i + 7) % 1000000 AS DOUBLE) / 100 AS AMOUNT) AS amount, 1 + i % 9 AS quantity`;

/** One way to an answer, and the seconds of the processor that it has used so far. */
interface Contestant {
  readonly run: () => Promise<unknown>;
  readonly cpuSeconds: () => number;
}

interface Used {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What each run of both takes, in turn, so that what else the machine does meets both. */
async function measured(contestants: readonly [Contestant, Contestant]) {
  const used: readonly [Used[], Used[]] = [[], []];
  for (let round = 0; round <= RUNS; round += 1) {
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { cpuSeconds, run } = contestants[i];
      const cpu = cpuSeconds();
      const begin = performance.now();
      await run();
      const wallMs = performance.now() - begin;
      // The first round starts the engine and reads the file into the system's cache.
      if (round > 0) used[i].push({ wallMs, cpuMs: (cpuSeconds() - cpu) * 1_000 });
    }
  }
  return used;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The processor's time is compared: other work on the machine changes it least. */
async function compare({ name }: Contest, contestants: readonly [Contestant, Contestant]) {
  const [ours, byHand] = await measured(contestants);
  const wall = median(ours.map(({ wallMs }, i) => wallMs / (byHand[i]?.wallMs ?? 1)));
  const [cpuMs = 0, byHandMs = 1] = [ours, byHand].map((used) =>
    median(used.map(({ cpuMs: ms }) => ms)),
  );
  const ratio = median(ours.map((one, i) => one.cpuMs / (byHand[i]?.cpuMs ?? 1)));
  const isMet = ratio <= GOAL;
  const ms = `${cpuMs.toFixed(0)} and ${byHandMs.toFixed(0)} ms`;
  process.stdout.write(
    `  ${name.padEnd(16)} processor ${ms.padEnd(18)} ${ratio.toFixed(2)}  <= ${GOAL}${isMet ? '' : '  MISSED'}; on the clock ${wall.toFixed(2)}\n`,
  );
  if (!isMet) process.exitCode = 1;
}

function writeProject(folder: string, type: string): void {
  for (const name of ['tables', 'endpoints', 'data', '.data']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const settings = { tables: { orders: { data: 'data/orders.parquet' } } };
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify(settings));
  const fields = [
    { name: 'id', type: 'INT64' },
    { name: 'day', type: 'DATE' },
    { name: 'country', type: 'STRING' },
    { name: 'paid', type: 'BOOL' },
    { name: 'amount', type },
    { name: 'quantity', type: 'INT64' },
  ];
  writeFileSync(join(folder, 'tables/orders.json'), JSON.stringify(fields));
  for (const { name, googleSql } of CONTESTS) {
    writeFileSync(join(folder, `endpoints/${name}.sql`), `-- @cache off\n${googleSql}\n`);
  }
}

async function compareStorage(
  connection: DuckDBConnection,
  { stored, type }: (typeof STORAGES)[number],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bench-'));
  try {
    writeProject(folder, type);
    const file = join(folder, 'data/orders.parquet');
    const row = ROW.replace('AMOUNT', stored);
    await connection.run(`COPY (SELECT ${row} FROM range(${ROWS}) AS t(i)) TO '${file}'`);
    process.stdout.write(`${ROWS} rows with amounts in ${stored}, against SQL by hand\n`);
    const [key = ''] = await writeKeys(join(folder, '.data/keys.json'), 1);
    const gateway = await startGateway({
      folder,
      environment: { FIELDSTONE_PROJECT: folder, DATA_DIR: join(folder, '.data') },
    });
    try {
      const headers = { 'x-api-key': key };
      for (const contest of CONTESTS) {
        const url = `${gateway.url}/api/endpoints/query/${contest.name}`;
        const sql = contest.byHand.replace('FILE', `read_parquet('${file}')`);
        await compare(contest, [
          {
            run: async () => {
              const response = await fetch(url, { headers });
              const text = await response.text();
              if (!response.ok) throw new Error(text);
            },
            cpuSeconds: () => cpuSecondsOf(gateway.child.pid ?? 0),
          },
          {
            run: async () => (await connection.runAndReadAll(sql)).getRowsJson(),
            cpuSeconds: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
          },
        ]);
      }
    } finally {
      const ended = once(gateway.child, 'exit');
      gateway.child.kill();
      await ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const instance = await DuckDBInstance.create(':memory:', { threads: THREADS });
const connection = await instance.connect();
for (const storage of STORAGES) await compareStorage(connection, storage);
connection.closeSync();
