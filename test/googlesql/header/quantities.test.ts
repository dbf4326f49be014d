import { expect, test } from 'vitest';
import { parseByteSize, parseDuration } from '#googlesql';

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
])('the size %s', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each([
  ['90s', 90],
  ['15m', 900],
  ['2h', 7_200],
  ['1d', 86_400],
  ['0s', undefined],
  ['15', undefined],
  ['15M', undefined],
  ['1.5h', undefined],
  ['-1s', undefined],
  ['1h30m', undefined],
  ['9999999999s', undefined],
])('the duration %s', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});
