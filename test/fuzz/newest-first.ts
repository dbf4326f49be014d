/**
 * `npm run fuzz:newest-first -- --count 100000 --seed 1` asks random questions for the newest rows in steps, as on BigQuery,
 * and compares their rows with those of the whole statement. Both are evaluated by the reference implementation.
 */
import { parseArgs } from 'node:util';
import { wireName } from '../../src/engines/bigquery/statements/parameters.ts';
import { type Catalog, Oracle } from '../oracle/oracle.ts';
import { type Event, eventTable } from './newest-first/questions.ts';
import { type EventStore, tryQuestions } from './newest-first/trials.ts';
import { Random } from './random.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '10' },
  },
});

const oracle = await Oracle.start();
try {
  const begin = performance.now();
  const { faults, jobs } = await tryQuestions(
    Number(options.count),
    new Random(Number(options.seed)),
    eventsOf(oracle),
  );
  const seconds = Math.round((performance.now() - begin) / 1_000);
  process.stdout.write(
    `${options.count} questions of seed ${options.seed} in ${seconds} s, by their number of jobs: ${jobs.slice(1).join(', ')}; ${faults.length} faults\n`,
  );
  for (const fault of faults.slice(0, Number(options.show))) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  oracle.stop();
}

/** Events in the reference implementation. */
function eventsOf(reference: Oracle): EventStore {
  let catalog: Catalog | undefined;
  const tableOf = (name: string, events: readonly Event[]) => ({
    ...eventTable(name),
    rows: events.map(({ at, id, n, tags }) => [at, id, n, tags.map(({ k, v }) => [k, v])]),
  });
  return {
    fill: async ({ events, more }) => {
      catalog = await reference.register([tableOf('events', events), tableOf('more', more)]);
    },
    evaluate: async (sql, { parameters }) => {
      if (!catalog) throw new Error('There are no events');
      const wired = [...parameters].map(([name, value]) => [wireName(name), value] as const);
      const named = new Set(Array.from(sql.matchAll(/@(\w+)/g), ([, name]) => name));
      const used = Object.fromEntries(wired.filter(([name]) => named.has(name)));
      const answer = await reference.evaluate(sql, catalog, used);
      if ('error' in answer) throw new Error(`${answer.error}: ${sql}`);
      return answer.rows;
    },
  };
}
