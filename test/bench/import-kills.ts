/**
 * `node test/bench/import-kills.ts [moments]`: kills processes that import a file with twenty kinds of bad lines for two
 * projects, or undo an import, at moments all over their work, while sixteen readers read. Rows that are lost or there
 * twice, reads between the states, and files that are left must all be 0, also once the mended bad lines are imported.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type KillCase,
  type KillFindings,
  killAfter,
  prepareKills,
  timeWork,
} from '../support/import/kill-moment.ts';
import { openReader } from '../support/imported.ts';

const MOMENTS = Number(process.argv[2] ?? 200);
const READERS = 16;
/** Of the time that a work takes alone: the last moments are after its end. */
const LAST = 1.2;

const root = mkdtempSync(join(tmpdir(), 'fieldstone-kills-'));
const works = ['import', 'undo'] as const;
const perWork = Math.ceil(MOMENTS / works.length);
const readers = await Promise.all(Array.from({ length: READERS }, openReader));

async function killAllOver(killed: KillCase): Promise<readonly KillFindings[]> {
  const times: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    times.push(await timeWork(killed, join(root, `${killed.work} timed ${i}`), readers));
  }
  // A slow one would put most moments after the end.
  const took = Math.min(...times);
  const all: KillFindings[] = [];
  for (let i = 0; i < perWork; i += 1) {
    const folder = join(root, `${killed.work} ${i}`);
    // A random moment in each of as many parts, so that no part is left out.
    const ms = (took * LAST * (i + Math.random())) / perWork;
    all.push(await killAfter(ms, killed, folder, readers));
    rmSync(folder, { recursive: true, force: true });
  }
  return all;
}

const sum = (all: readonly KillFindings[], name: keyof KillFindings) =>
  all.reduce((total, findings) => total + Number(findings[name]), 0);

try {
  for (const work of works) {
    const killed = await prepareKills(work, join(root, `${work} template`));
    const all = await killAllOver(killed);
    const faults = (['lost', 'doubled', 'short', 'left'] as const).map(
      (name) => [name, sum(all, name)] as const,
    );
    process.stdout.write(
      `${work}: killed ${all.length} times, ${sum(all, 'isDone')} of them after the work was done, ${sum(all, 'reads')} reads by ${READERS} readers; ${faults
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}\n`,
    );
    if (faults.some(([, count]) => count > 0)) process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();
