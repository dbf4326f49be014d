import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FUNCTIONS_FILE, printFunctions } from '../../src/pages/print-functions.ts';

test('the SQL editor of the catalogue completes the functions that there are', () => {
  expect(readFileSync(FUNCTIONS_FILE, 'utf8')).toBe(printFunctions());
});
