/**
 * `npm run fuzz -- --count 200000 --seed 1 [--show 3]` mutates statements and compares the compiler's verdict on each
 * with the reference analyzer's. It fails when a table was missed or bad syntax accepted.
 */
import { parseArgs } from 'node:util';
import { catalogViews } from '../oracle/catalog.ts';
import { Oracle } from '../oracle/oracle.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { readSeeds } from './seeds.ts';
import { compare, FATAL, type Finding, type Verdict } from './verdict.ts';

/** How many statements the server is asked about at a time. */
const BATCH = 64;

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '3' },
  },
});

const findings = await run(Number(options.count), new Random(Number(options.seed)));
report(findings);

async function run(count: number, random: Random): Promise<Finding[]> {
  const oracle = await Oracle.start();
  try {
    const catalog = await oracle.register(catalogViews());
    const seeds = readSeeds();
    const all: Finding[] = [];
    while (all.length < count) {
      const batch = Array.from({ length: Math.min(BATCH, count - all.length) }, () =>
        compare(mutate(random, seeds), oracle, catalog),
      );
      all.push(...(await Promise.all(batch)));
    }
    return all;
  } finally {
    oracle.stop();
  }
}

function report(all: readonly Finding[]): void {
  const groups = Map.groupBy(all, ({ verdict }) => verdict);
  for (const [verdict, members] of groups) {
    write(`${String(members.length).padStart(8)}  ${verdict}`);
    process.exitCode ||= FATAL.has(verdict) ? 1 : 0;
  }
  for (const [verdict, members] of groups) showReasons(verdict, members);
}

/** Lists the commonest reasons of a verdict, names and numbers left out, each with its shortest statement. */
function showReasons(verdict: Verdict, members: readonly Finding[]): void {
  const told = members.filter(({ detail }) => detail !== '');
  const reasons = Map.groupBy(told, ({ detail }) => reasonOf(detail));
  const commonest = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  for (const [, same] of commonest.slice(0, Number(options.show))) {
    const shortest = same.reduce((a, b) => (b.sql.length < a.sql.length ? b : a));
    write(`\n${verdict}, ${same.length}×: ${shortest.detail}\n    ${JSON.stringify(shortest.sql)}`);
  }
}

function reasonOf(detail: string): string {
  return detail.replace(/ \[at .*| instead of [\s\S]*|"[^"]*"|'[^']*'|\d+/g, '').slice(0, 60);
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
