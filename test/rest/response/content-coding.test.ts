import { expect, test } from 'vitest';
import { acceptedCodings } from '../../../src/rest/response/content-coding.ts';

const LONG = 2_000;

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['X-GZIP', ['gzip', 'identity']],
  ['gzip, br', ['br', 'gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.8', ['gzip', 'br', 'identity']],
  ['gzip ; q=0.2 , identity;q=0.5', ['identity', 'gzip']],
  ['*', ['br', 'gzip', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['gzip, *;q=0', ['gzip']],
  ['gzip, identity;q=0', ['gzip']],
  ['gzip, identity;q=0.000', ['gzip']],
  ['identity;q=0', ['identity']],
  ['gzip;q=0', ['identity']],
  ['deflate, zstd', ['identity']],
  ['gzip;q=2, br;q=x', ['identity']],
  ['gzip;level=3, br', ['br', 'identity']],
  [', ,gzip,', ['gzip', 'identity']],
])('acceptedCodings reads %j', (header, codings) => {
  expect(acceptedCodings(header, LONG)).toEqual(codings);
});

test('acceptedCodings leaves short bytes as they are, where the client takes them so', () => {
  expect(acceptedCodings('br, gzip', 100)).toEqual(['identity']);
  expect(acceptedCodings('gzip, identity;q=0', 100)).toEqual(['gzip']);
});
