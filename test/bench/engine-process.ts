/**
 * `node test/bench/engine-process.ts`: what it costs that DuckDB runs in a process of its own. Cold answers of
 * `logs.all` over the engine process are compared with the same statements run in this process; and for how
 * long at most one message of rows keeps the gateway's event loop from others.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import type { FileDescription } from '../../src/engines/duckdb/files/file-description.ts';
import { StatementExecutor } from '../../src/engines/duckdb/process/child/statement-executor.ts';
import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';
import { processMemory } from '../../src/engines/duckdb/process/process-memory.ts';
import { RowCollector, rowParts } from '../../src/engines/duckdb/process/row-parts.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { compileQuery } from '../engines/compile-query.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { printerOver } from '../support/printer-over.ts';
import { PROJECT } from '../support/project.ts';
import { EDGE, writeDemoDays } from './demo-days.ts';
import { logsAllQuery } from './logs-all-query.ts';

const TODAY = Date.UTC(2026, 6, 10) * 1_000;
const ROUNDS = 40;
const MAX_PART_MS = 5;
/** A row larger than a message is read at once, with its last part. */
const MAX_ROW_MS = 20;

/** Of the kernel's clock for processes. */
const MS_A_TICK = 10;

const LOGS_ALL = logsAllQuery(TODAY, 1);
const WIDE = compileQuery(
  'SELECT t.* FROM `cloudflare.logs.prod` AS t ORDER BY t.timestamp DESC',
  {},
  { tables: PROJECT.tables },
);
const CASES = [
  { query: { ...LOGS_ALL, maxRows: 100 }, maxMs: 5 },
  { query: { ...WIDE, maxRows: 1_000 }, maxMs: 15 },
] as const;

type Ask = (query: EngineQuery) => Promise<readonly Row[]>;

/** Milliseconds that this process and the engine processes have computed. */
function computedMs(): number {
  const { user, system } = process.cpuUsage();
  const ticks = processes.pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1_000 + ticks.reduce((sum, count) => sum + count * MS_A_TICK, 0);
}

async function timed(ask: Ask, query: EngineQuery): Promise<number> {
  const begin = performance.now();
  const rows = await ask(query);
  if (rows.length !== query.maxRows) throw new Error(`There are ${rows.length} rows`);
  return performance.now() - begin;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Both in turn, so that what else the machine does meets both. */
async function compare(
  inside: Ask,
  outside: Ask,
  query: EngineQuery,
  maxMs: number,
): Promise<void> {
  const here: number[] = [];
  const there: number[] = [];
  const computed = [0, 0];
  for (let i = 0; i < ROUNDS; i += 1) {
    const begin = computedMs();
    here.push(await timed(inside, query));
    const between = computedMs();
    there.push(await timed(outside, query));
    computed[0] = (computed[0] ?? 0) + between - begin;
    computed[1] = (computed[1] ?? 0) + computedMs() - between;
  }
  const [hereMs = 0, thereMs = 0] = computed.map((sum) => sum / ROUNDS);
  const cost = median(there) - median(here);
  process.stdout.write(
    `${query.maxRows} rows: ${median(here).toFixed(1)} ms in this process, ${median(there).toFixed(1)} ms in another, ${cost.toFixed(1)} ms more (at most ${maxMs}); least ${Math.min(...here).toFixed(1)} and ${Math.min(...there).toFixed(1)} ms; computed ${hereMs.toFixed(1)} and ${thereMs.toFixed(1)} ms\n`,
  );
  if (cost > maxMs) process.exitCode = 1;
}

/** For each message the round that other processes disturbed least; the longest of these. */
function longestPart(rows: readonly Row[]): number {
  const parts = [...rowParts(rows)];
  const least = parts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 5; round += 1) {
    const collector = new RowCollector();
    for (const [i, part] of parts.entries()) {
      const begin = performance.now();
      collector.add(part);
      least[i] = Math.min(least[i] ?? 0, performance.now() - begin);
    }
  }
  return Math.max(...least);
}

function reportParts(title: string, rows: readonly Row[], maxMs: number): void {
  const longest = longestPart(rows);
  process.stdout.write(`${title}: at most ${longest.toFixed(2)} ms a message (at most ${maxMs})\n`);
  if (longest > maxMs) process.exitCode = 1;
}

const store = freshFiles(mkdtempSync(join(tmpdir(), 'fieldstone-bench-')));
const processes = new EngineProcesses({ dataDir: store.dataDir, folders: [store.dataDir] });
const engine = new DuckDbEngine({ files: store, processes });
try {
  await writeDemoDays({ dataDir: store.dataDir, tables: [EDGE], today: TODAY, days: 2 });
  const executor = await StatementExecutor.open({
    folders: store.folders,
    threads: 2,
    memory: processMemory(500e6).memory,
    spillFolder: undefined,
  });
  const print = printerOver(
    store,
    async (paths) =>
      (await executor.answer({ kind: 'describe', paths })) as readonly FileDescription[], // As `FileQuestion` says.
  );
  const { signal } = new AbortController();
  const inside: Ask = async (query) => {
    const rows: Row[] = [];
    const { statement } = await print(query, Date.now() + 30_000);
    await executor.run(statement, signal, async (chunk) => {
      for (const row of chunk) rows.push(row);
    });
    return rows;
  };
  const outside: Ask = async (query) => (await engine.run(query, { signal })).rows;
  for (const { query, maxMs } of CASES) await compare(inside, outside, query, maxMs);

  reportParts('wide rows', await inside(WIDE), MAX_PART_MS);
  const numbers = Array.from({ length: 500_000 }, (_, i) => i);
  reportParts('one row of 8 MB', [[numbers, 'x'.repeat(4e6)]], MAX_ROW_MS);
  await executor.close();
} finally {
  await engine.close();
  rmSync(store.dataDir, { recursive: true, force: true });
}
