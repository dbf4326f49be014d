/**
 * `npm run test:dev-edits` edits a project 200 times under constant requests while `fieldstone dev` serves it; with a
 * number, so often. The exit code is 1 when an answer was wrong, or memory has grown.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editUnderLoad } from '../support/dev/edit-under-load.ts';

/** How far the resident memory at the end of the last edits may be from that at their beginning. */
const TOLERANCE = 0.05;

const edits = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-'));
const report = await editUnderLoad(folder, edits, ({ what }, line) => {
  process.stdout.write(`${line}  ${what}\n`);
}).finally(() => rmSync(folder, { recursive: true, force: true }));

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;
const last = report.memory.slice(-100);
const part = Math.ceil(last.length / 4);
const [before, after] = [mean(last.slice(0, part)), mean(last.slice(-part))];
const growth = after / before - 1;
const times = report.times.toSorted((one, other) => one - other);
const faults = [
  ...report.faults,
  ...(report.reloads === edits ? [] : [`${report.reloads} lines RELOADED for ${edits} edits`]),
  // The first hundred fill caches.
  ...(edits < 200 || Math.abs(growth) <= TOLERANCE ? [] : ['the resident memory is not flat']),
];
process.stdout.write(`${report.requests} requests, ${faults.length} faults
reload: median ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms
resident memory over the last ${last.length} edits: ${(before / 1e6).toFixed(1)} MB to ${(after / 1e6).toFixed(1)} MB (${(growth * 100).toFixed(1)} %)
${faults
  .slice(0, 20)
  .map((fault) => `FAULT ${fault}\n`)
  .join('')}`);
process.exit(faults.length > 0 ? 1 : 0);
