import { expect, test } from 'vitest';
import { formatByteSize } from '../../src/config/byte-size.ts';

test.each([
  [10e9, '10 GB'],
  [1.5e12, '1.5 TB'],
  [10 * 2 ** 20, '10.49 MB'],
  [12, '12 B'],
])('formatByteSize writes %d', (bytes, text) => {
  expect(formatByteSize(bytes)).toBe(text);
});
