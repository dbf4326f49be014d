import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('format');

test.each(['%1000000d', '%.200000x', '%100000s%100000s', '%-131073t'])(
  'FORMAT refuses a long output before it is made: %s',
  (format) => {
    const values = { d: '1', x: '1', s: "'a'", t: '1' };
    const args = [...format.matchAll(/[dxst]/g)].map(([letter]) => values[letter as 'd']);

    expect(() => compile(`SELECT FORMAT('${format}', ${args.join(', ')}) AS x`)).toThrow(
      'Output of FORMAT exceeds max allowed output size of 128KB',
    );
  },
);

test.each(["FORMAT('%*d', 131073, 1)", "FORMAT('%*s', -131073, 'a')", "FORMAT('%.*d', 131073, 1)"])(
  '%s refuses a long output that only a row asks for',
  async (expression) => {
    expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({
      error: 'Output of FORMAT exceeds max allowed output size of 128KB',
    });
  },
);

test('FORMAT does not break the lines of JSON', () => {
  expect(() => compile(`SELECT FORMAT('%P', JSON '1')`)).toThrow(
    'This use of %P in FORMAT is not supported',
  );
});

/** NUMERIC in units of its last digit: of every length, and those that are halfway between two texts. */
const units = fc.oneof(
  fc.bigInt({ min: 1n - 10n ** 38n, max: 10n ** 38n - 1n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc
    .tuple(fc.bigInt({ min: -999n, max: 999n }), fc.nat(20))
    .map(([digits, zeros]) => digits * 10n ** BigInt(zeros)),
);

/** The text of `units` with so many decimals, rounded half away from zero. */
function rounded(value: bigint, decimals: number): string {
  const [whole, part] = [10n ** 9n, 10n ** BigInt(9 - decimals)];
  const magnitude = ((value < 0n ? -value : value) + part / 2n) / part;
  const unit = whole / part;
  const fraction = String(magnitude % unit).padStart(decimals, '0');
  return `${value < 0n ? '-' : ''}${magnitude / unit}${decimals === 0 ? '' : `.${fraction}`}`;
}

/** Decimal text with nine decimals. */
function decimal(value: bigint): string {
  return rounded(value, 9);
}

test('FORMAT rounds every NUMERIC exactly', async () => {
  const connection = await openDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(units, { minLength: 1, maxLength: 20 }),
      fc.nat(9),
      async (all, n) => {
        const values = all.map((value) => `NUMERIC '${decimal(value)}'`).join(', ');
        const sql = `SELECT STRING_AGG(FORMAT('%.${n}f', x), ' ' ORDER BY o) FROM UNNEST([${values}]) AS x WITH OFFSET AS o`;
        const expected = all.map((value) => rounded(value, n)).join(' ');
        expect(await evaluate(connection, sql)).toEqual(['STRING', expected]);
      },
    ),
    { numRuns: 40 },
  );
});

test('FORMAT with an exponent has the digits of the number', async () => {
  const connection = await openDatabase();
  await fc.assert(
    fc.asyncProperty(units, async (value) => {
      const sql = `SELECT FORMAT('%.37e', NUMERIC '${decimal(value)}')`;
      const [, text] = (await evaluate(connection, sql)) as readonly [string, string];
      const [, sign, digits, power] = /^(-?)(\d\.\d{37})e([+-]\d\d)$/.exec(text) ?? [];
      const read = BigInt(`${digits}`.replace('.', '')) * 10n ** BigInt(Number(power) + 9 + 1);
      expect((sign === '-' ? -read : read) / 10n ** 38n).toBe(value);
    }),
    { numRuns: 60 },
  );
});
