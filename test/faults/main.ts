/**
 * `npm run test:faults` tries every fault against two replicas, a BigQuery and a Redis of its own, prints what was seen,
 * and writes it into docs/operating/faults.md; the exit code is 1 when something is not as expected.
 * `npm run test:faults -- B1 R4` tries the named ones and writes nothing, with `--write` their lines.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backends } from './backends.ts';
import { type Fault, type Seen, Trial } from './fault.ts';
import { GROUPS } from './groups.ts';
import { Rig } from './rig.ts';
import { holds, printedRow, type Row, writeLines, writeTable } from './table.ts';

/** How long a query may take, short where faults last until it is over. */
const DEADLINE_MS = 4_000;
/** No fault takes longer; a run that hangs must not hang all. */
const MAX_TRIAL_MS = 180_000;

async function tryFault(rig: Rig, fault: Fault): Promise<Seen> {
  for (const replica of rig.replicas) if (!replica.isRunning) await replica.start();
  const trial = new Trial(rig);
  const stop = new AbortController();
  const limit = sleep(MAX_TRIAL_MS, undefined, { signal: stop.signal }).then(() => {
    throw new Error('It takes too long');
  });
  limit.catch(() => {});
  try {
    await Promise.race([fault.run(trial), limit]);
  } catch (error) {
    trial.expect(false, String(error instanceof Error ? error.stack : error));
  } finally {
    stop.abort();
  }
  return trial.end();
}

const words = process.argv.slice(2);
const asked = new Set(words.filter((word) => word !== '--write'));
const all = GROUPS.flatMap(({ faults }) => faults);
const unknown = [...asked].find((id) => !all.some((fault) => fault.id === id));
if (unknown !== undefined) {
  process.stderr.write(`There is no fault "${unknown}"; there are ${all.map(({ id }) => id)}\n`);
  process.exit(2);
}
const begin = performance.now();
const backends = await Backends.open();
const rig = await Rig.open(backends, { deadlineMs: DEADLINE_MS });
const rows: Row[] = [];
try {
  for (const fault of all) {
    if (asked.size > 0 && !asked.has(fault.id)) continue;
    const started = performance.now();
    const row = { fault, seen: await tryFault(rig, fault) };
    rows.push(row);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    process.stdout.write(`${printedRow(row)} ${seconds} s\n`);
  }
} finally {
  await rig.close();
  await backends.close();
}
if (asked.size === 0) writeTable(GROUPS, rows, (performance.now() - begin) / 60_000);
else if (words.includes('--write')) writeLines(rows);
if (!rows.every(({ seen }) => holds(seen))) process.exitCode = 1;
