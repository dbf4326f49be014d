/**
 * `npm run fuzz:folding -- --count 20000 --seed 0 [--show 3] [--reference]` compares statements without some of their
 * parameters, folded, with the same statements for which NULL is bound, from one seed on: on the embedded engine, or by
 * GoogleSQL's reference implementation, which `npm run oracle -- install` installs.
 */
import { parseArgs } from 'node:util';
import { FOLDING_FAULTS, type FoldingTrial, foldingOnDuckDb, tryFolding } from './folding.ts';
import { foldingOnReference } from './folding-reference.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '0' },
    show: { type: 'string', default: '3' },
    reference: { type: 'boolean', default: false },
  },
});

const first = Number(options.seed);
const reference = options.reference ? await foldingOnReference() : undefined;
const evaluator = reference ?? (await foldingOnDuckDb());
const counts = new Map<FoldingTrial['outcome'], number>();

for (let seed = first; seed < first + Number(options.count); seed += 1) {
  const trial = await tryFolding(seed, evaluator);
  const count = (counts.get(trial.outcome) ?? 0) + 1;
  counts.set(trial.outcome, count);
  if (!FOLDING_FAULTS.has(trial.outcome)) continue;
  process.exitCode = 1;
  if (count <= Number(options.show)) write(JSON.stringify({ seed, ...trial }, undefined, 2));
}
for (const [outcome, count] of counts) write(`${String(count).padStart(8)}  ${outcome}`);

reference?.stop();

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
