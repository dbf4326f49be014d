/**
 * `npm run bench -- redaction-pairs ROOT [--file=FILE]`: processor time of redacting ordinary texts beside another build,
 * whose checkout with its dependencies is at ROOT: the median and the quartiles of the ratios of short rounds in turn.
 * FILE holds further lines, such as those of a real access log. Goal: 1.05 at most.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MATERIALS } from './redaction-pairs/materials.ts';

/** Of each material: the compiler of one process decides otherwise than that of another. */
const PROCESSES = 5;
const ENTRY = 'src/redaction/redactor.ts';
const ROUNDS = fileURLToPath(new URL('./redaction-pairs/rounds.ts', import.meta.url));
const HERE = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' } },
});
const [root] = positionals;
if (root === undefined) {
  process.stdout.write(
    'skipped: pass the root of another build, as in `redaction-pairs ../other`\n',
  );
} else if (existsSync(join(root, ENTRY))) {
  compare(resolve(root), values.file);
} else {
  process.stderr.write(`There is no ${ENTRY} in ${root}: pass the root of a checkout\n`);
  process.exitCode = 2;
}

function compare(other: string, file: string | undefined): void {
  for (const name of Object.keys(MATERIALS)) {
    if (name === 'file' && file === undefined) continue;
    const ratios = Array.from({ length: PROCESSES }, () => ratiosOf(other, name, file)).flat();
    const sorted = ratios.toSorted((a, b) => a - b);
    const [low, median, high] = [0.25, 0.5, 0.75].map((part) =>
      (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(2),
    );
    process.stdout.write(`${median} times the other build (${low} to ${high}): ${name}\n`);
  }
}

function ratiosOf(other: string, name: string, file: string | undefined): readonly number[] {
  const { status, stdout } = spawnSync(
    process.execPath,
    [ROUNDS, HERE, other, name, ...(file === undefined ? [] : [resolve(file)])],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  );
  if (status !== 0) throw new Error('A process of the bench failed');
  return JSON.parse(stdout) as readonly number[];
}
