import { expect, test } from 'vitest';
import { normalize } from '../../../../src/engines/duckdb/functions/normalize.ts';

/** The processor time of some work, in microseconds. */
function timeOf(work: () => void): number {
  const begin = process.cpuUsage();
  for (let i = 0; i < 100; i += 1) work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

test('looking for long runs of marks does not take longer than sorting short ones', () => {
  const text = `a${'\u0301\u0323'.repeat(15)}`.repeat(250);

  const alone = timeOf(() => text.normalize('NFD'));

  expect(timeOf(() => normalize(text, 'NFD'))).toBeLessThan(5 * alone);
});
