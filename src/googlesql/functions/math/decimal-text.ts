const SCALE = 9;
const UNIT = 10n ** BigInt(SCALE);
/** One more than the largest NUMERIC, in units of its last digit. */
const LIMIT = 10n ** 38n;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;

/** Parses decimal text to NUMERIC units of 10⁻⁹, rounded half away from zero; undefined if invalid or out of range. */
export function parseDecimal(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || whole + fraction === '') return undefined;
  const magnitude = scaled(BigInt(whole + fraction), Number(match[4] ?? 0) - fraction.length);
  if (magnitude === undefined || magnitude >= LIMIT) return undefined;
  return match[1] === '-' ? -magnitude : magnitude;
}

/** `digits · 10^exponent` in units of 10⁻⁹; undefined if certainly out of range. */
function scaled(digits: bigint, exponent: number): bigint | undefined {
  if (digits === 0n) return 0n;
  const shift = exponent + SCALE;
  if (shift > 38) return undefined;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  if (-shift > String(digits).length) return 0n;
  const unit = 10n ** BigInt(-shift);
  return (digits * 2n + unit) / (unit * 2n);
}

/** NUMERIC units of 10⁻⁹ as decimal text without trailing zeros. */
export function numericText(value: bigint): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = String(magnitude % UNIT)
    .padStart(SCALE, '0')
    .replace(/0+$/, '');
  const sign = value < 0n ? '-' : '';
  return `${sign}${magnitude / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}
