/**
 * `node test/bench/engine-memory.ts`: what an engine process holds after many `logs.all` queries, one after the other
 * and eight at once; it should level off.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';
import { residentMemory } from '../../src/engines/duckdb/process/resident-memory.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { EDGE, writeDemoDays } from './demo-days.ts';
import { logsAllQuery } from './logs-all-query.ts';

const TODAY = Date.UTC(2026, 6, 10) * 1_000;

const store = freshFiles(mkdtempSync(join(tmpdir(), 'fieldstone-bench-')));
try {
  await writeDemoDays({ dataDir: store.dataDir, tables: [EDGE], today: TODAY, days: 8 });
  const processes = new EngineProcesses({ dataDir: store.dataDir, folders: [store.dataDir] });
  const engine = new DuckDbEngine({ files: store, processes });
  const query = logsAllQuery(TODAY, 7);
  const tell = (runs: number) => {
    const [stored = 0] = processes.pids;
    const bytes = residentMemory(stored) ?? 0;
    process.stdout.write(`${runs} queries: ${Math.round(bytes / 1_000_000)} MB\n`);
  };
  tell(0);
  let runs = 0;
  const ask = async (end: number) => {
    while (runs < end) {
      await engine.run(query, { signal: new AbortController().signal });
      runs += 1;
      if (runs % 40 === 0) tell(runs);
    }
  };
  await ask(200);
  await Promise.all(Array.from({ length: 8 }, () => ask(400)));
  await engine.close();
} finally {
  rmSync(store.dataDir, { recursive: true, force: true });
}
