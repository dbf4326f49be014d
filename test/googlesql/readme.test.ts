import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printReadme, README_FILE } from '../../src/googlesql/print-readme.ts';

test('the page of the dialect lists the functions that there are', () => {
  const page = readFileSync(README_FILE, 'utf8');

  expect(page).toBe(printReadme(page));
  expect(page).toContain('**REGEXP_CONTAINS**');
});
