import { expect, test } from 'vitest';
import { acceptedCodings, fastestCoding } from '../../src/server/content-coding.ts';

const accepted = (header: string | undefined, bytes = 2_000) =>
  acceptedCodings({ 'accept-encoding': header }, bytes);

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['X-GZIP', ['gzip', 'identity']],
  ['gzip, br', ['br', 'gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.8', ['gzip', 'br', 'identity']],
  ['gzip ; q=0.2 , identity;q=0.5', ['identity', 'gzip']],
  ['*', ['br', 'zstd', 'gzip', 'identity']],
  ['br;q=0, *', ['zstd', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['gzip, *;q=0', ['gzip']],
  ['gzip, identity;q=0', ['gzip']],
  ['gzip, identity;q=0.000', ['gzip']],
  ['identity;q=0', ['identity']],
  ['gzip;q=0', ['identity']],
  ['deflate', ['identity']],
  ['deflate, zstd', ['zstd', 'identity']],
  ['gzip, deflate, br, zstd', ['br', 'zstd', 'gzip', 'identity']],
  ['zstd;q=0.1, gzip', ['gzip', 'zstd', 'identity']],
  ['gzip;q=2, br;q=x', ['identity']],
  ['gzip;level=3, br', ['br', 'identity']],
  [', ,gzip,', ['gzip', 'identity']],
  [`${','.repeat(99)}gzip`, ['gzip', 'identity']],
  [`${','.repeat(100)}gzip`, ['identity']],
])('acceptedCodings reads %j', (header, codings) => {
  expect(accepted(header)).toEqual(codings);
});

test('acceptedCodings leaves short bytes as they are, where the client takes them so', () => {
  expect(accepted('br, gzip', 100)).toEqual(['identity']);
  expect(accepted('gzip, identity;q=0', 100)).toEqual(['gzip']);
});

test.each([
  ['gzip, br', 'gzip'],
  ['gzip, br, zstd', 'zstd'],
  ['br', 'br'],
  ['', 'identity'],
])('fastestCoding of %j is %s', (header, coding) => {
  expect(fastestCoding(accepted(header))).toBe(coding);
});
