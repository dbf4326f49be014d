import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { isNear } from '../fuzz/near.ts';
import { PROJECT } from '../support/project.ts';
import { type Answer, answerTo, expectedAnswer } from './answer.ts';
import { type Golden, readGoldens, subjects } from './cases.ts';
import { openFixtureDatabase } from './fixture-database.ts';
import { REFUSALS } from './refusals.ts';

/** Goldens whose floats DuckDB interpolates with another rounding in the last digit. */
const ALMOST: ReadonlySet<string> = new Set([
  'window: percentile_cont and percentile_disc',
  'window: percentile_cont by partition',
]);

let database: DuckDBConnection;

beforeAll(async () => {
  database = await openFixtureDatabase(PROJECT.tables.values());
});

const goldens = subjects().flatMap((subject) =>
  readGoldens(subject).map((golden) => ({ title: `${subject}: ${golden.name}`, golden })),
);

test.each(goldens)(
  'the compiler agrees with the reference on $title',
  async ({ title, golden }) => {
    const answer: Answer = await answerTo(golden, database);

    expect(answer).toEqual(isRefusal(title, answer) ? answer : expectedOf(title, golden, answer));
  },
);

test('every refusal is about a golden that is there', () => {
  const titles = new Set(goldens.map(({ title }) => title));

  expect(Object.keys(REFUSALS).filter((title) => !titles.has(title))).toEqual([]);
});

function isRefusal(title: string, answer: Answer): boolean {
  return answer.error !== undefined && answer.error === REFUSALS[title];
}

/** What a golden expects in the form of `answerTo`. */
function expectedOf(title: string, golden: Golden, answer: Answer): Answer {
  const expected = expectedAnswer(golden);
  const isAlmost = ALMOST.has(title) && isNear(answer.rows, expected.rows);
  return isAlmost ? { ...expected, rows: answer.rows ?? [] } : expected;
}
