/**
 * `npm run bench:store [-- --copies=5]`: statements over a file a day against the best SQL written by hand over the same
 * files, over one day of a table with 2 000 files, and with a day in 2 000 files, against the same rows in one file, and
 * as other tenants grow. 5 copies of the demo rows
 * over 30 days are 0.9 million rows a table, 57 copies ten million.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '#googlesql';
import { dataFile } from '../../src/engines/duckdb/files/data-file.ts';
import { describeFiles } from '../../src/engines/duckdb/files/describe-files.ts';
import { bindParameters } from '../../src/engines/duckdb/queries/bind-parameters.ts';
import { openLockedInstance } from '../../src/engines/duckdb/queries/locked-instance.ts';
import { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { type PrintQuery, printerOver } from '../support/printer-over.ts';
import { EDGE, writeDemoDays, writeDemoFiles, writeFilesBefore } from './demo-days.ts';
import { COMPARED, type Compared, engineQuery, NOW, TODAY } from './store/statements.ts';

const RUNS = 21;
/** Of what takes seconds. */
const FEW_RUNS = 1;
/** Until our own code is compiled, as it is in a service. */
const WARM_UP = 100;
const FILES = 2_000;
const GOAL = { byHand: 1.2, files: 1.5, listMs: 10 };

const copies = Number(/--copies=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bench-'));

/** Files below a folder, and what an engine process does with them. */
interface Store {
  readonly files: TableFiles;
  readonly connection: DuckDBConnection;
  readonly describe: (paths: readonly string[]) => ReturnType<typeof describeFiles>;
  readonly print: PrintQuery;
}

type Run = () => Promise<number>;

async function openStore(name: string): Promise<Store> {
  const files = new TableFiles({ dataDir: join(folder, name) });
  const limits = { memory: '1GB', threads: 2 };
  const connection = await (await openLockedInstance(files.folders, limits)).connect();
  const describe = (paths: readonly string[]) => describeFiles(connection, paths.map(dataFile));
  return { files, connection, describe, print: printerOver(files, describe) };
}

/** Runs a statement of ours as an engine process would, and gives the number of its rows. */
async function ours({ connection, print }: Store, query: EngineQuery): Promise<Run> {
  for (let i = 0; i < WARM_UP; i += 1) await print(query);
  return async () => {
    const { sql, parameters } = (await print(query)).statement;
    const prepared = await connection.prepare(sql);
    bindParameters(prepared, parameters);
    return (await prepared.runAndReadAll()).currentRowCount;
  };
}

/** Over the same files: those that the window leaves. */
async function byHand({ connection, print }: Store, one: Compared): Promise<Run> {
  const { files } = await print(engineQuery(one));
  const list = files.map(quoteText);
  const sql = one.byHand.replace('FILES', `read_parquet([${list}], hive_partitioning = false)`);
  return async () => (await connection.runAndReadAll(sql)).currentRowCount;
}

/**
 * The least milliseconds of the processor of each, which other work on the machine changes least, run in turn. Each begins
 * some rounds: what runs after a large statement finds the processor's caches full of that.
 */
async function leastMs(runs: readonly Run[], rounds: number): Promise<readonly number[]> {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round <= rounds; round += 1) {
    for (const k of runs.keys()) {
      const i = (round + k) % runs.length;
      const begin = process.cpuUsage();
      await runs[i]?.();
      const { system, user } = process.cpuUsage(begin);
      // The first round reads the files into the system's cache.
      if (round > 0) least[i] = Math.min(least[i] ?? 0, (user + system) / 1_000);
    }
  }
  return least;
}

/** Compares the first run with the second. */
async function compare(
  name: string,
  runs: readonly Run[],
  { most, rounds = RUNS }: { readonly most?: number; readonly rounds?: number } = {},
): Promise<void> {
  const rows = await Promise.all(runs.map((run) => run()));
  const [mine = 0, other = 1] = await leastMs(runs, rounds);
  const ms = `${mine.toFixed(1)} and ${other.toFixed(1)} ms, ${rows.join('/')} rows`;
  report(`${name}: ${ms}`, mine / other, most);
}

function report(what: string, figure: number, most = Number.POSITIVE_INFINITY): void {
  const isMet = figure <= most;
  const goal = most < Number.POSITIVE_INFINITY ? `<= ${most}` : '';
  process.stdout.write(
    `${what.padEnd(78)} ${figure.toFixed(2).padStart(6)}  ${goal}${isMet ? '' : '  MISSED'}\n`,
  );
  if (!isMet) process.exitCode = 1;
}

async function compareWithHand(): Promise<void> {
  const store = await openStore('days');
  const tables = [...new Set(COMPARED.map(({ table }) => table))];
  const { dataDir } = store.files;
  const rows = await writeDemoDays({ dataDir, tables, today: TODAY, days: 30, copies });
  process.stdout.write(`${rows} rows over 30 days, a file each; against SQL by hand\n`);
  for (const one of COMPARED) {
    const runs = [await ours(store, engineQuery(one)), await byHand(store, one)];
    await compare(one.name, runs, { most: GOAL.byHand });
  }
}

/** One day of a table whose other files are of the days before. */
async function compareNumbersOfDays(): Promise<void> {
  const [many, single] = [await openStore('years'), await openStore('a-day')];
  const range = { start: NOW - MICROS_PER_DAY, end: NOW };
  const what = { name: EDGE, range, copies };
  const rows = await writeDemoFiles({ ...what, dataDir: single.files.dataDir });
  await writeDemoFiles({ ...what, dataDir: many.files.dataDir });
  writeFilesBefore({ dataDir: many.files.dataDir, name: EDGE, range, files: FILES - 1 });
  process.stdout.write(
    `${rows} rows a day, in ${FILES} files; a day against a table of it alone\n`,
  );
  for (const one of COMPARED.filter(({ table }) => table === EDGE)) {
    const query = engineQuery(one);
    const runs = [await ours(many, query), await ours(single, query)];
    await compare(one.name, runs, { most: GOAL.files });
  }
}

async function compareNumbersOfFiles(): Promise<void> {
  const [many, single] = [await openStore('many'), await openStore('single')];
  const range = { start: NOW - MICROS_PER_DAY, end: NOW };
  const what = { name: EDGE, range, copies };
  const rows = await writeDemoFiles({ ...what, dataDir: many.files.dataDir, files: FILES });
  await writeDemoFiles({ ...what, dataDir: single.files.dataDir });
  process.stdout.write(`${rows} rows of a day in ${FILES} files; against one file\n`);
  const paths = many.files.list(EDGE).files.map(({ path }) => path);
  const [listMs = 0] = await leastMs([async () => many.files.listNow(EDGE).files.length], RUNS);
  const [describeMs = 0] = await leastMs([async () => (await many.describe(paths)).length], 1);
  report(`milliseconds to list ${paths.length} files`, listMs, GOAL.listMs);
  report(`milliseconds to describe ${paths.length} files`, describeMs);
  for (const one of COMPARED.filter(({ table }) => table === EDGE)) {
    const query = engineQuery(one);
    const runs = [await ours(many, query), await ours(single, query)];
    await compare(one.name, runs, { rounds: FEW_RUNS });
  }
}

async function compareNumbersOfOthers(): Promise<void> {
  const [crowded, store] = [await openStore('crowded'), await openStore('days')];
  const foreignCopies = 10 * copies;
  const days = { today: TODAY, tables: [EDGE], days: 3, copies, foreignCopies };
  await writeDemoDays({ ...days, dataDir: crowded.files.dataDir });
  process.stdout.write('ten times the rows of others\n');
  const values = { project: 'demo', project_tier: 'FREE' };
  const query = engineQuery({ name: 'logs.all', endpoint: 'logs.all', values });
  await compare('logs.all', [await ours(crowded, query), await ours(store, query)]);
}

try {
  await compareWithHand();
  await compareNumbersOfDays();
  await compareNumbersOfFiles();
  await compareNumbersOfOthers();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
