import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOLDENS, STORED_CASES, type StoredGolden } from './reference-cases.ts';

const ANSWERS: readonly StoredGolden[] = JSON.parse(readFileSync(GOLDENS, 'utf8'));

// That the answers are right is a part of the contract of every engine.
test('the goldens are of the cases that there are', () => {
  expect(ANSWERS.map(({ columns, rows, ...item }) => item)).toEqual(STORED_CASES);
  expect(ANSWERS.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(20);
});
