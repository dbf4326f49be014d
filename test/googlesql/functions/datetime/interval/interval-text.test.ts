import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  intervalText,
  parseIntervalText,
} from '../../../../../src/googlesql/functions/datetime/interval/interval-text.ts';
import { openDatabase } from '../../../duckdb/compile.ts';
import { evaluate } from '../../evaluate.ts';

test.each([
  ['1-2 3 4:5:6.789', '1-2 3 4:5:6.789000'],
  ['-1-2 3 -4:5:6', '-1-2 3 -4:5:6'],
  ['0-14', '1-2 0 0:0:0'],
  ['1-0 -1', '1-0 -1 0:0:0'],
  ['1 2:3:4', '0-0 1 2:3:4'],
  ['0:0:90', '0-0 0 0:1:30'],
  ['P1Y2M3DT4H5M6.789S', '1-2 3 4:5:6.789000'],
  ['P2W1D', '0-0 15 0:0:0'],
  ['P-1YT-0.5S', '-1-0 0 -0:0:0.500000'],
  ['PT36H', '0-0 0 36:0:0'],
  ['P1Y-14M', '-0-2 0 0:0:0'],
  ['P10000Y', '10000-0 0 0:0:0'],
])('parseIntervalText reads %s as %s', (text, canonical) => {
  expect(parseIntervalText(text)).toBe(canonical);
});

test.each([
  '',
  '5',
  '1-2 4:5:6',
  '1-2 3 4:5',
  ' 1-2 3 4:5:6',
  '1-2 3 4:5:6.1234567',
  '1 day',
  'P',
  'p1y',
  'P1D1Y',
  'P1Y2M3DT4H5M6,789S',
  'P1.5D',
  'P10001Y',
  'P3660001D',
  'PT87840000H0.000001S',
  'P1000000000000000000D',
])('parseIntervalText refuses "%s"', (text) => {
  expect(parseIntervalText(text)).toBeUndefined();
});

const size = (max: bigint) => fc.bigInt({ min: -max, max });

test('parseIntervalText reads what intervalText writes', () => {
  const parts = fc.record({
    months: size(120_000n),
    days: size(3_660_000n),
    micros: size(316_224_000_000_000_000n),
  });

  fc.assert(
    fc.property(parts, (interval) => {
      const text = intervalText(interval);

      expect(parseIntervalText(text)).toBe(text);
    }),
  );
});

const number = fc
  .tuple(
    fc.constantFrom('', '', '-', '+'),
    fc.oneof({ weight: 9, arbitrary: fc.nat(99) }, fc.constantFrom(120_001, 999_999_999, 1e18)),
  )
  .map((parts) => parts.join(''));
const fraction = fc.constantFrom('', '', '.5', '.000001', '.1234567', '.');
const separator = fc.constantFrom('-', ' ', ':', '');
const canonicalLike = fc
  .tuple(
    number,
    separator,
    number,
    separator,
    number,
    separator,
    number,
    separator,
    number,
    fraction,
  )
  .map((parts) => parts.join(''));
const clock = fc
  .tuple(number, number, number, fraction)
  .map(([h, m, s, f]) => `${h}:${m}:${s}${f}`);
const isoLike = fc
  .array(fc.tuple(number, fraction, fc.constantFrom(...'YMWDTHMS')).map((part) => part.join('')))
  .map((parts) => `P${parts.join('')}`);
const likely = fc.oneof(
  canonicalLike,
  isoLike,
  fc.tuple(number, number, number, clock).map(([y, m, d, time]) => `${y}-${m} ${d} ${time}`),
  fc.tuple(number, clock).map((parts) => parts.join(' ')),
  fc.tuple(number, number).map(([days, seconds]) => `P${days}DT${seconds}.5S`),
);

test('parseIntervalText takes what CAST takes, and means the same', async () => {
  const database = await openDatabase();
  await fc.assert(
    fc.asyncProperty(likely, async (text) => {
      const cast = await evaluate(database, `SELECT SAFE_CAST('${text}' AS INTERVAL)`);

      expect(cast).toEqual(['INTERVAL', parseIntervalText(text) ?? null]);
    }),
    { numRuns: 60 },
  );
});
