import { expect, test } from 'vitest';
import { formatByteSize, parseByteSize } from '../../src/config/byte-size.ts';

test.each([
  ['10GB', 10e9],
  ['1.5 TiB', 1.5 * 2 ** 40],
  ['512mb', 512e6],
  ['7B', 7],
  ['10', undefined],
  ['0GB', undefined],
  ['-1GB', undefined],
  ['10 GBs', undefined],
  ['9999999TB', undefined],
])('parseByteSize reads %s', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each([
  [10e9, '10 GB'],
  [1.5e12, '1.5 TB'],
  [10 * 2 ** 20, '10.49 MB'],
  [12, '12 B'],
])('formatByteSize writes %d', (bytes, text) => {
  expect(formatByteSize(bytes)).toBe(text);
});
