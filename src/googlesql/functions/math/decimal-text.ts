/** Digits behind the point of a NUMERIC, and of a BIGNUMERIC. */
const SCALE = { NUMERIC: 9, BIGNUMERIC: 38 };
/** One more than the largest NUMERIC, in units of its last digit. */
const NUMERIC_LIMIT = 10n ** 38n;
/** The same of BIGNUMERIC, whose smallest value is its negative. */
const BIGNUMERIC_LIMIT = 2n ** 255n;
/** Digits of the longest magnitude: so many has the limit of BIGNUMERIC. */
const MAX_DIGITS = 77;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;

/** Parses decimal text to NUMERIC units of 10⁻⁹, rounded half away from zero unless `isExact`; undefined if invalid or out of range. */
export function parseDecimal(text: string, isExact = false): bigint | undefined {
  const value = parseUnits(text, SCALE.NUMERIC, isExact);
  return value !== undefined && isNumeric(value) ? value : undefined;
}

/** Parses decimal text to BIGNUMERIC units of 10⁻³⁸, as `parseDecimal`. */
export function parseBigDecimal(text: string, isExact = false): bigint | undefined {
  const value = parseUnits(text, SCALE.BIGNUMERIC, isExact);
  return value !== undefined && isBigNumeric(value) ? value : undefined;
}

/** Whether a NUMERIC has so many units of 10⁻⁹. */
export function isNumeric(units: bigint): boolean {
  return units > -NUMERIC_LIMIT && units < NUMERIC_LIMIT;
}

/** Whether a BIGNUMERIC has so many units of 10⁻³⁸. */
export function isBigNumeric(units: bigint): boolean {
  return units >= -BIGNUMERIC_LIMIT && units < BIGNUMERIC_LIMIT;
}

/** The value in units of 10⁻ˢᶜᵃˡᵉ. Only digits that count become a bigint: it takes a second to parse a million. */
function parseUnits(text: string, scale: number, isExact: boolean): bigint | undefined {
  const match = DECIMAL.exec(text);
  const whole = match?.[2] ?? '';
  const written = whole + (match?.[3] ?? '');
  if (!match || written === '') return undefined;
  const digits = written.replace(/^0+/, '');
  if (digits === '') return 0n;
  const exponent = Number(match[4] ?? 0);
  const length = whole.length + exponent + scale - (written.length - digits.length);
  if (length > MAX_DIGITS) return undefined;
  if (isExact && /[1-9]/.test(digits.slice(Math.max(length, 0)))) return undefined;
  if (length < 0) return 0n;
  const units = BigInt(digits.slice(0, length).padEnd(length, '0'));
  const magnitude = (digits[length] ?? '0') < '5' ? units : units + 1n;
  return match[1] === '-' ? -magnitude : magnitude;
}

/** NUMERIC units of 10⁻⁹ as decimal text without trailing zeros. */
export function numericText(value: bigint): string {
  return decimalText(value, SCALE.NUMERIC);
}

/** BIGNUMERIC units of 10⁻³⁸ as decimal text without trailing zeros. */
export function bigNumericText(value: bigint): string {
  return decimalText(value, SCALE.BIGNUMERIC);
}

function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  const sign = value < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}
