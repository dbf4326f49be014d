import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { fixtureStore } from '../support/fixture-store.ts';
import { engineQuery, GOLDENS, STORED_CASES, type StoredGolden } from './reference-cases.ts';

const ANSWERS: readonly StoredGolden[] = JSON.parse(readFileSync(GOLDENS, 'utf8'));

test('the goldens are of the cases that there are', () => {
  expect(ANSWERS.map(({ columns, rows, ...item }) => item)).toEqual(STORED_CASES);
  expect(ANSWERS.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(20);
});

test('the stored queries give the rows of the reference on the fixture rows', async () => {
  const engine = await DuckDbEngine.open({
    store: await fixtureStore(),
    processes: sharedProcesses(),
  });
  const signal = new AbortController().signal;
  try {
    for (const { columns, rows, ...item } of ANSWERS) {
      const query = engineQuery(item);
      const answer = await engine.run(query, { signal });
      const kept = query.statement.columns.flatMap(({ name }, index) =>
        columns.includes(name) ? [index] : [],
      );

      expect({
        item,
        rows: answer.rows.map((row) => kept.map((index) => goldenValue(row[index] ?? null))),
      }).toEqual({
        item,
        rows,
      });
    }
  } finally {
    await engine.close();
  }
});
