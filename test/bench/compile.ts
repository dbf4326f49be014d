/**
 * `npm run bench -- compile`: how long it takes from a caller's SQL to a checked statement over the views of `logs.all`,
 * for every query of a log explorer among the test cases; the lexer alone is the baseline. A single time can have a
 * collection of garbage in it, so that what a query costs is the median of its rounds. Goals: p99 under 5 ms, the worst
 * query under 10 ms.
 */

import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { compileSandbox } from '../../src/execution/sandbox.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/queries/print.ts';
import { tokenize } from '../../src/googlesql/syntax/lexer/lexer.ts';
import { readCases, subjects } from '../googlesql/cases.ts';
import { PROJECT } from '../support/project.ts';

const ROUNDS = 5;

const endpoint = prepareEndpoints(PROJECT).find(({ definition }) => definition.name === 'logs.all');
if (!endpoint) throw new Error('There is no endpoint "logs.all"');
const { open } = endpoint;

function compile(sql: string): void {
  if (!endpoint) return;
  const { statement } = compileSandbox(endpoint, open, sql);
  printDuckDb(statement.resolved, { tableSource: ({ table }) => `"${table.name}"` });
}

function isAccepted(sql: string): boolean {
  try {
    compile(sql);
    return true;
  } catch {
    return false;
  }
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

/** The times of all queries, a list a round. */
function measure(work: (sql: string) => void): readonly (readonly number[])[] {
  return Array.from({ length: ROUNDS }, () => queries.map((sql) => timeOf(() => work(sql))));
}

const queries = subjects()
  .flatMap((subject) => readCases(subject))
  .filter(({ sql, parameters }) => !parameters && /\b\w+_logs\b/i.test(sql))
  .map(({ sql }) => sql)
  .filter(isAccepted);
const baseline = measure((sql) => tokenize(sql)).flat();
const rounds = measure(compile);
const compiled = rounds.flat();
const costs = queries.map((_, query) =>
  quantile(
    rounds.map((times) => times[query] ?? 0),
    0.5,
  ),
);
const ms = (time: number) => `${time.toFixed(3)} ms`;
process.stdout.write(
  `${queries.length} queries, ${ROUNDS} rounds\n` +
    `compile p50 ${ms(quantile(compiled, 0.5))}, p99 ${ms(quantile(compiled, 0.99))}, max ${ms(quantile(compiled, 1))}\n` +
    `query   p99 ${ms(quantile(costs, 0.99))}, max ${ms(quantile(costs, 1))}, by the median of its rounds\n` +
    `lexer   p50 ${ms(quantile(baseline, 0.5))}, ratio of the medians ${(quantile(compiled, 0.5) / quantile(baseline, 0.5)).toFixed(1)}\n`,
);
