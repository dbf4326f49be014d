/**
 * `node test/bench/pruning.ts`: one day of `logs.all` on 30 and on 90 days of data, a file each. It must open two files at
 * most, and the 60 days more must not make it slower.
 */
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/tables/time-range.ts';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { storedFiles } from '../support/stored-rows.ts';
import { EDGE, writeDemoDays } from './demo-days.ts';
import { logsAllQuery } from './logs-all-query.ts';

const TODAY = Date.UTC(2026, 6, 10) * 1_000;
const NOW = TODAY + MICROS_PER_DAY / 2;
const RUNS = 15;

const run = (engine: DuckDbEngine, query: EngineQuery) =>
  engine.run(query, { signal: new AbortController().signal });

/** The least time of many runs: the machine may be busy with other things. */
async function leastMs(engine: DuckDbEngine, query: EngineQuery): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i += 1) {
    const begin = performance.now();
    await run(engine, query);
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/** Makes every file unreadable whose day a query over these days does not need. */
function damageOtherDays(store: TableFiles, needed: readonly string[]): number {
  const others = storedFiles(store, EDGE).filter((file) => !needed.includes(file));
  for (const file of others) truncateSync(file, 4);
  return others.length;
}

const store = freshFiles(mkdtempSync(join(tmpdir(), 'fieldstone-bench-')));
const engine = new DuckDbEngine({ files: store });
try {
  const query = logsAllQuery(NOW, 1);
  const what = { dataDir: store.dataDir, tables: [EDGE], today: TODAY };
  await writeDemoDays({ ...what, days: 30 });
  const on30 = await leastMs(engine, query);
  await writeDemoDays({ ...what, days: 90, from: 30 });
  const on90 = await leastMs(engine, query);
  const { rows } = await run(engine, query);
  const needed = storedFiles(store, EDGE, { lower: NOW - MICROS_PER_DAY, upper: NOW });
  const damaged = damageOtherDays(store, needed);
  const again = await run(engine, query);
  const isSame = JSON.stringify(again.rows) === JSON.stringify(rows);
  process.stdout.write(
    `logs.all, one day: ${on30.toFixed(1)} ms on 30 days, ${on90.toFixed(1)} ms on 90 days\n` +
      `files read: ${needed.length}; same ${rows.length} rows with the other ${damaged} files damaged: ${isSame}\n`,
  );
  if (needed.length > 2 || !isSame) process.exitCode = 1;
} finally {
  await engine.close();
  rmSync(store.dataDir, { recursive: true, force: true });
}
