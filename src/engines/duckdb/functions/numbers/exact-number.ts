/** The magnitude of a finite number as a fraction, and its sign. */
export interface ExactNumber {
  readonly isNegative: boolean;
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** Ties of FLOAT64 are rounded to even, and those of NUMERIC away from zero. */
  readonly isFloat: boolean;
}

/** Reads what DuckDB writes of an INT64, NUMERIC or FLOAT64; undefined for infinities and NaN. */
export function readNumber(text: string, kind: string): ExactNumber | undefined {
  if (kind === 'FLOAT64') return readFloat(Number(text));
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const denominator = 10n ** BigInt(fraction.length);
  return {
    isNegative: sign === '-',
    numerator: BigInt(whole + fraction),
    denominator,
    isFloat: false,
  };
}

const BITS = new DataView(new ArrayBuffer(8));

/** A double is a mantissa of 53 bits times a power of two; minus zero counts as zero. */
function readFloat(value: number): ExactNumber | undefined {
  if (!Number.isFinite(value)) return undefined;
  BITS.setFloat64(0, Math.abs(value));
  const bits = BITS.getBigUint64(0);
  const exponent = bits >> 52n;
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponent === 0n ? fraction : fraction | (1n << 52n);
  const shift = (exponent || 1n) - 1075n;
  return {
    isNegative: value < 0,
    numerator: shift > 0n ? mantissa << shift : mantissa,
    denominator: shift < 0n ? 1n << -shift : 1n,
    isFloat: true,
  };
}

/** The magnitude times 10^`scale`, rounded to an integer. */
export function scaled({ numerator, denominator, isFloat }: ExactNumber, scale: number): bigint {
  const power = 10n ** BigInt(Math.abs(scale));
  const [above, below] =
    scale < 0 ? [numerator, denominator * power] : [numerator * power, denominator];
  const quotient = above / below;
  const twice = (above % below) * 2n;
  const isUp = twice > below || (twice === below && !(isFloat && quotient % 2n === 0n));
  return isUp ? quotient + 1n : quotient;
}

/** The magnitude as `%.{precision}f`. */
export function fixedText(number: ExactNumber, precision: number): string {
  const digits = String(scaled(number, precision)).padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** The magnitude's `precision` + 1 first digits, rounded, and the power of ten of the first of them. */
export function significant(
  number: ExactNumber,
  precision: number,
): { readonly digits: string; readonly exponent: number } {
  if (number.numerator === 0n) return { digits: '0'.repeat(precision + 1), exponent: 0 };
  const { numerator, denominator } = number;
  // One too many where the first digits of the numerator are below those of the denominator.
  let exponent = String(numerator).length - String(denominator).length;
  if (compareToPower(number, exponent) < 0) exponent -= 1;
  const digits = String(scaled(number, precision - exponent));
  const isRoundedUp = digits.length > precision + 1;
  return { digits: digits.slice(0, precision + 1), exponent: exponent + (isRoundedUp ? 1 : 0) };
}

function compareToPower({ numerator, denominator }: ExactNumber, exponent: number): number {
  const power = 10n ** BigInt(Math.abs(exponent));
  const [left, right] =
    exponent < 0 ? [numerator * power, denominator] : [numerator, denominator * power];
  return left < right ? -1 : 1;
}
