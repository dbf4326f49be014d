import { expect, test } from 'vitest';
import { billedBytes } from '../../../../src/engines/bigquery/billing/billed-bytes.ts';

const MB = 2 ** 20;
test.each([
  ['says so', { totalBytesBilled: '20971520', totalBytesProcessed: '5' }, 1, 20 * MB],
  ['read a little', { totalBytesProcessed: '123' }, 1, 10 * MB],
  ['read a little of three tables', { totalBytesProcessed: '123' }, 3, 30 * MB],
  ['read more', { totalBytesProcessed: String(20 * MB + 1) }, 2, 21 * MB],
  ['read nothing', { totalBytesProcessed: '0' }, 1, 0],
  ['had the rows', { totalBytesProcessed: '123', cacheHit: true }, 1, 0],
  ['says nothing', {}, 1, 0],
])('billedBytes is right for an answer that %s', (_, members, tables, bytes) => {
  expect(billedBytes(members, tables)).toBe(bytes);
});
