import { expect, test } from 'vitest';
import { LineNumbers } from '../../src/import/line-numbers.ts';

test('LineNumbers joins neighbours', () => {
  const lines = new LineNumbers();
  for (const number of [3, 7, 8, 9, 12]) lines.add(number);

  expect(lines.toString()).toBe('3, 7–9, 12');
  expect(lines.count).toBe(5);
});

test('LineNumbers only counts what would make the list long', () => {
  const lines = new LineNumbers();
  for (let number = 1; number <= 260; number += 2) lines.add(number);

  expect(lines.toString()).toMatch(/^1, 3, .*, 199 and 30 more$/);
  expect(lines.count).toBe(130);
});
