import { expect, test } from 'vitest';
import { isLarge } from '../../../../src/engines/duckdb/queries/statement-size.ts';
import { resolve } from '../../../googlesql/analysis/outcome.ts';

function compared(count: number, length: number): string {
  const terms = Array.from({ length: count }, (_, i) => `t.id != '${String(i).padStart(length)}'`);
  return `SELECT COUNT(*) FROM edge_logs AS t WHERE ${terms.join(' AND ')}`;
}

test.each([
  ['a few texts', compared(100, 40), false],
  ['long texts', compared(100, 200), true],
  ['many texts', compared(2_000, 4), true],
])('a statement of %s is large or not', (_, sql, expected) => {
  expect(isLarge(resolve(sql))).toBe(expected);
});
