/**
 * `npm run fuzz:leaves -- --count 100000 --seed 49` asks random questions over random tables, of which BigQuery lacks
 * some fields, without a tenant, with one and pinned to it, and compares the rows of what BigQuery is sent with those of
 * the statement as it is written over the whole rows, or the tenant's. All are evaluated by the reference implementation.
 */
import { parseArgs } from 'node:util';
import { wireName } from '../../src/engines/bigquery/statements/parameters.ts';
import { PARAMETERS } from '../engines/bigquery/leaves/forms.ts';
import { type Catalog, Oracle } from '../oracle/oracle.ts';
import { type LeafStore, tryLeaves } from './leaves/trials.ts';

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
  const faults = await tryLeaves(Number(options.count), Number(options.seed), storeOf(oracle));
  const seconds = Math.round((performance.now() - begin) / 1_000);
  process.stdout.write(
    `${options.count} questions of seed ${options.seed} in ${seconds} s; ${faults.length} faults\n`,
  );
  for (const fault of faults.slice(0, Number(options.show))) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  oracle.stop();
}

/** Random tables in the reference implementation. */
function storeOf(reference: Oracle): LeafStore {
  let catalog: Catalog | undefined;
  const ask = async (sql: string, wired: (name: string) => string) => {
    if (!catalog) throw new Error('There are no tables');
    const named = new Set(Array.from(sql.matchAll(/@(\w+)/g), ([, name]) => name));
    const used = [...PARAMETERS]
      .map(([name, value]) => [wired(name), value] as const)
      .filter(([name]) => named.has(name));
    const answer = await reference.evaluate(sql, catalog, Object.fromEntries(used));
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  };
  return {
    fill: async (stored) => {
      const tables = Object.entries(stored).map(([name, { rows, table }]) => ({
        ...{ name, rows, columns: table.columns },
      }));
      catalog = await reference.register(tables);
    },
    truth: async (sql, name) =>
      (await ask(sql.replaceAll('logs AS', `${name} AS`), (parameter) => parameter)).rows,
    evaluate: (sql) => ask(sql.replaceAll('`project.dataset.logs`', 'live_rows'), wireName),
  };
}
