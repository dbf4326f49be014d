/**
 * `npm run fuzz:relations -- --count 2000 --seed 1` compares the rows of random relational statements: joins of every kind,
 * correlated and not, grouping, windows and frames, set operations.
 */
import { parseArgs } from 'node:util';
import { readTables } from '../../src/endpoint/tables.ts';
import { expectedAnswer } from '../googlesql/answer.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { judge } from '../oracle/goldens.ts';
import { Oracle } from '../oracle/oracle.ts';
import { ourAnswer, reportTrials, type Trial } from './outcome.ts';
import { Random } from './random.ts';
import { relation } from './relations-text.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '3' },
  },
});

reportTrials(
  await run(Number(options.count), new Random(Number(options.seed))),
  Number(options.show),
);

async function run(count: number, random: Random): Promise<Trial[]> {
  const oracle = await Oracle.start();
  try {
    const catalog = await oracle.register([]);
    const database = await openFixtureDatabase(readTables().values());
    const trials: Trial[] = [];
    for (let i = 0; i < count; i += 1) {
      const sql = relation(random);
      const golden = await judge(oracle, { name: '', sql }, [catalog, catalog]);
      if (typeof golden === 'string') continue;
      const ours = await ourAnswer(golden, database);
      trials.push({
        name: ours.failure?.slice(0, 60) ?? '',
        sql,
        ours,
        theirs: expectedAnswer(golden),
      });
    }
    return trials;
  } finally {
    oracle.stop();
  }
}
