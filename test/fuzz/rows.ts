/**
 * `npm run fuzz:rows -- --count 20000 --seed 1` mutates statements and compares the rows of those that the reference takes.
 * Statements whose rows depend on how the tables are stored have no one answer and are left out.
 */
import { parseArgs } from 'node:util';
import { expectedAnswer } from '../googlesql/answer.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { fixtureRows } from '../googlesql/fixtures.ts';
import { catalogViews } from '../oracle/catalog.ts';
import { judge } from '../oracle/goldens.ts';
import { Oracle } from '../oracle/oracle.ts';
import { PROJECT } from '../support/project.ts';
import { mutate } from './mutate.ts';
import { isAboutText, ourAnswer, reportTrials, type Trial } from './outcome.ts';
import { Random } from './random.ts';
import { readSeeds } from './seeds.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '3' },
  },
});

/** Functions whose answer grows with a number, and large numbers: together they would fill the machine. */
const GROWING = /GENERATE_|REPEAT|PAD/i;
const LARGE = /\d{5}|\de\d|inf/i;

reportTrials(
  await run(Number(options.count), new Random(Number(options.seed))),
  Number(options.show),
);

async function run(count: number, random: Random): Promise<Trial[]> {
  const oracle = await Oracle.start();
  try {
    const catalogs = [
      await oracle.register(catalogViews(fixtureRows)),
      await oracle.register(catalogViews((table) => fixtureRows(table).reverse())),
    ] as const;
    const database = await openFixtureDatabase(PROJECT.tables.values());
    const seeds = readSeeds();
    const trials: Trial[] = [];
    for (let i = 0; i < count; i += 1) {
      const sql = mutate(random, seeds);
      if (GROWING.test(sql) && LARGE.test(sql)) continue;
      const golden = await judge(oracle, { name: '', sql }, catalogs);
      if (typeof golden === 'string' || ('error' in golden && isAboutText(golden.error))) continue;
      const ours = await ourAnswer(golden, database);
      const theirs = expectedAnswer(golden);
      trials.push({ name: ours.failure?.slice(0, 60) ?? '', sql, ours, theirs });
    }
    return trials;
  } finally {
    oracle.stop();
  }
}
