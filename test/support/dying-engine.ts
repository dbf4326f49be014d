import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';

/** A process with engine processes of its own, which says their ids and waits for its death. */
const processes = new EngineProcesses({
  dataDir: process.argv[2] ?? '',
  folders: [process.argv[2] ?? ''],
});
await processes.start();
process.stdout.write(`${JSON.stringify(processes.pids)}\n`);
setInterval(() => {}, 60_000);
