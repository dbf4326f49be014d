import { listValue } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bigNumericText,
  isBigNumeric,
} from '../../../../src/googlesql/functions/math/decimal-text.ts';
import { arrayOf, SCALARS } from '../../../../src/googlesql/types.ts';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';

const ONE = 10n ** 38n;
const LIMIT = 2n ** 255n;

/** Units of 10⁻³⁸: of any size, and beside the powers at which the digits or the bytes of a number change. */
const units = fc.oneof(
  fc.bigInt({ min: -LIMIT, max: LIMIT - 1n }),
  fc.bigInt({ min: -100n, max: 100n }),
  fc
    .tuple(
      fc.constantFrom(2n, 10n, 256n),
      fc.bigInt({ min: 0n, max: 76n }),
      fc.constantFrom(-1n, 1n),
    )
    .chain(([base, power, sign]) =>
      fc.constantFrom(-1n, 0n, 1n).map((by) => sign * base ** power + by),
    )
    .filter(isBigNumeric),
);

/** Pairs of units, which are often equal or opposite. */
const pairs = fc.array(
  fc.oneof(
    fc.tuple(units, units),
    units.map((a): [bigint, bigint] => [a, a]),
    units.filter((a) => a !== -LIMIT).map((a): [bigint, bigint] => [a, -a]),
  ),
  { minLength: 1, maxLength: 30 },
);

const PARAMETERS = { a: arrayOf(SCALARS.BIGNUMERIC), b: arrayOf(SCALARS.BIGNUMERIC) };

/** Rows of a statement over `pairs`, which has the pairs as `a` and `b` and their index as `i`. */
async function rows(values: readonly (readonly [bigint, bigint])[], sql: string) {
  const both = `WITH pairs AS (SELECT a, b, i FROM UNNEST(@a) AS a WITH OFFSET AS i JOIN UNNEST(@b) AS b WITH OFFSET AS j ON i = j) ${sql}`;
  return rowsOf(await openDatabase(), compile(both, { parameters: PARAMETERS }), {
    a: listValue(values.map(([a]) => bigNumericText(a))),
    b: listValue(values.map(([, b]) => bigNumericText(b))),
  });
}

/** The text of a result, null where it is out of range. */
function text(value: bigint): string | null {
  return isBigNumeric(value) ? bigNumericText(value) : null;
}

/** Half away from zero. */
function rounded(numerator: bigint, divisor: bigint): bigint {
  const size = (value: bigint) => (value < 0n ? -value : value);
  const quotient = (2n * size(numerator) + size(divisor)) / (2n * size(divisor));
  return numerator < 0n === divisor < 0n ? quotient : -quotient;
}

function arithmetic(a: bigint, b: bigint) {
  const ofDivisor = (compute: () => bigint) => (b === 0n ? null : text(compute()));
  return [
    text(a + b),
    text(a - b),
    '0',
    text(-a),
    text(rounded(a * b, ONE)),
    ofDivisor(() => rounded(a * ONE, b)),
    ofDivisor(() => a % b),
  ];
}

function comparisons(a: bigint, b: bigint) {
  const written = bigNumericText(a);
  const sign = String(Number(a > 0n) - Number(a < 0n));
  return [a < b, a === b, isBigNumeric(-a) ? -a > b : null, written, Number(written), true, sign];
}

test('operations on BIGNUMERIC are those of integers', async () => {
  const sql = `SELECT SAFE_ADD(a, b) AS p, SAFE_SUBTRACT(a, b) AS m, a - a AS z, SAFE_NEGATE(a) AS n, SAFE_MULTIPLY(a, b) AS t,
    SAFE_DIVIDE(a, b) AS d, MOD(a, NULLIF(b, 0)) AS r, a < b AS lt, a = b AS eq, SAFE_NEGATE(a) > b AS gt, CAST(a AS STRING) AS s, CAST(a AS FLOAT64) AS f,
    CAST(CAST(a AS STRING) AS BIGNUMERIC) = a AS same, SIGN(a) AS sign FROM pairs ORDER BY i`;

  await fc.assert(
    fc.asyncProperty(pairs, async (values) => {
      expect(await rows(values, sql)).toEqual(
        values.map(([a, b]) => [...arithmetic(a, b), ...comparisons(a, b)]),
      );
    }),
    { numRuns: 40 },
  );
});

test('sums, extremes and groups of BIGNUMERIC are those of integers', async () => {
  const sql = `SELECT SAFE.SUM(a) AS s, SAFE.SUM(DISTINCT a) AS d, AVG(a) AS avg, MIN(a) AS lo, MAX(b) AS hi,
    COUNT(DISTINCT a) AS n, MAX(SAFE_NEGATE(a)) AS neg, ARRAY_AGG(a ORDER BY a, i) AS l FROM pairs`;

  await fc.assert(
    fc.asyncProperty(pairs, async (values) => {
      const all = values.map(([a]) => a).toSorted((x, y) => (x < y ? -1 : Number(x > y)));
      const most = values.reduce((max, [, b]) => (b > max ? b : max), -LIMIT);
      const total = all.reduce((sum, a) => sum + a, 0n);
      const distinct = [...new Set(all)];
      const negated = all.find((a) => a !== -LIMIT);

      expect(await rows(values, sql)).toEqual([
        [
          text(total),
          text(distinct.reduce((sum, a) => sum + a, 0n)),
          text(rounded(total, BigInt(all.length))),
          text(all[0] ?? 0n),
          text(most),
          distinct.length,
          negated === undefined ? null : text(-negated),
          all.map(text),
        ],
      ]);
    }),
    { numRuns: 40 },
  );
});

test('sums of windows of BIGNUMERIC are those of integers', async () => {
  const sql = `SELECT SAFE.SUM(a) OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS s,
    MIN(a) OVER (ORDER BY i) AS lo FROM pairs ORDER BY i`;

  await fc.assert(
    fc.asyncProperty(pairs, async (values) => {
      const all = values.map(([a]) => a);

      expect(await rows(values, sql)).toEqual(
        all.map((_, i) => [
          text(all.slice(Math.max(i - 2, 0), i + 2).reduce((sum, a) => sum + a, 0n)),
          text(all.slice(0, i + 1).reduce((lo, a) => (a < lo ? a : lo))),
        ]),
      );
    }),
    { numRuns: 20 },
  );
});
