import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { readTables } from '../../src/tables.ts';
import { sortRows } from '../oracle/goldens.ts';
import { answerTo } from './answer.ts';
import { type Golden, readGoldens, subjects } from './cases.ts';
import { openFixtureDatabase } from './fixture-database.ts';
import { REFUSALS } from './refusals.ts';

let database: DuckDBConnection;

beforeAll(async () => {
  database = await openFixtureDatabase(readTables().values());
});

const goldens = subjects().flatMap((subject) =>
  readGoldens(subject).map((golden) => ({ title: `${subject}: ${golden.name}`, golden })),
);

test.each(goldens)(
  'the compiler agrees with the reference on $title',
  async ({ title, golden }) => {
    const answer = await answerTo(golden, database);

    expect(answer).toEqual(expectedOf(title, golden));
  },
);

test('every refusal is about a golden that is there', () => {
  const titles = new Set(goldens.map(({ title }) => title));

  expect(Object.keys(REFUSALS).filter((title) => !titles.has(title))).toEqual([]);
});

/** What a golden expects in the form of `answerTo`; what is not supported on purpose is refused with our message. */
function expectedOf(title: string, golden: Golden): object {
  const refusal = REFUSALS[title];
  if (refusal !== undefined) return { error: refusal };
  if ('error' in golden) return { error: golden.error };
  const { columns, rows, ordered } = golden;
  return { columns, rows: ordered ? rows : sortRows(rows) };
}
