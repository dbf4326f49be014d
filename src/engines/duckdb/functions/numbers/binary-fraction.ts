/**
 * Roots, exponentials and logarithms of fixed-point binary fractions, with the steps and the rounding of GoogleSQL's
 * reference implementation, so that the last digits are the same, those that are wrong too.
 */
export interface Fractions {
  /** Digits behind the binary point: a fraction is an integer of units of 2 to the power of their negative. */
  readonly bits: bigint;
  /** All digits. */
  readonly size: bigint;
}

/** Thrown where a fraction has more digits than there are. */
export class FractionOverflow extends Error {}

/** The fraction 1. */
function oneOf({ bits }: Fractions): bigint {
  return 1n << bits;
}

/** `a / b` of magnitudes, rounded half up. */
export function roundedQuotient(a: bigint, b: bigint): bigint {
  return (a + (b >> 1n)) / b;
}

/** A magnitude divided by a power of two, rounded half up; multiplied by one if `places` is negative. */
function shifted(a: bigint, places: bigint): bigint {
  return places > 0n ? (a + (1n << (places - 1n))) >> places : a << -places;
}

export function magnitude(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** The place of the first digit of a magnitude other than 0. */
function firstPlace(a: bigint): bigint {
  return BigInt(a.toString(2).length - 1);
}

/** The product of two fractions, of which the signs count. */
export function product(own: Fractions, a: bigint, b: bigint): bigint {
  const units = shifted(magnitude(a) * magnitude(b), own.bits);
  if (units >> own.size !== 0n) throw new FractionOverflow();
  return a < 0n === b < 0n ? units : -units;
}

/** A power of an integer exponent that is not negative. */
export function integerPower(own: Fractions, base: bigint, exponent: bigint): bigint {
  let result = oneOf(own);
  let power = base;
  let rest = exponent;
  while (true) {
    if (rest & 1n) result = product(own, result, power);
    rest >>= 1n;
    if (rest === 0n) return result;
    power = product(own, power, power);
  }
}

/** `1 / x` of a fraction that is not below 1. */
export function inverse({ bits }: Fractions, x: bigint): bigint {
  return roundedQuotient(1n << (2n * bits), x);
}

export function exponential(own: Fractions, x: bigint): bigint {
  const one = oneOf(own);
  if (x === 0n) return one;
  // The series is that of a number below 1/8, of which the result is squared.
  const place = firstPlace(magnitude(x)) - (own.bits - 4n);
  const squarings = place > 0n ? place : 0n;
  const small = shifted(magnitude(x), squarings);
  let result = one;
  let term = one;
  for (let n = 1n; ; n += 1n) {
    term = roundedQuotient(product(own, term, small), n);
    if (term === 0n) break;
    result += x < 0n && n & 1n ? -term : term;
  }
  for (let i = 0n; i < squarings; i += 1n) result = product(own, result, result);
  return result;
}

/** The natural logarithm of 2, and 1 by that of 10, in units of 2⁻³²⁰. */
const LN_2 = 0xb17217f7d1cf79abc9e3b39803f2f6af40f343267298b62d8a0d175b8baafa2be7b876206debac98n;
const BY_LN_10 =
  0x6f2dec549b9438ca9aadd557d699ee191f71a30122e4d1011d1f96a27bc7529e3aa1277d0a0179f9n;
const CONSTANT_BITS = 320n;

/** The natural logarithm of a fraction above 0 by Halley's method, until a step is less than `precision`. */
export function naturalLogarithm(own: Fractions, x: bigint, precision: bigint): bigint {
  const one = oneOf(own);
  if (x === one) return 0n;
  const place = firstPlace(x) - own.bits;
  const r = shifted(x, place);
  let y = r - one;
  for (let i = 0; i < 12; i += 1) {
    const power = exponential(own, y);
    if (power === r) break;
    const step = roundedQuotient((magnitude(r - power) << 1n) << own.bits, r + power);
    y += r < power ? -step : step;
    if (step < precision) break;
  }
  const offset = shifted(LN_2 * magnitude(place), CONSTANT_BITS - own.bits);
  return place < 0n ? y - offset : y + offset;
}

export function decimalLogarithm(own: Fractions, x: bigint, precision: bigint): bigint {
  const ln = naturalLogarithm(own, x, precision);
  const units = shifted(BY_LN_10 * magnitude(ln), CONSTANT_BITS);
  return ln < 0n ? -units : units;
}

export function logarithm(own: Fractions, x: bigint, base: bigint, precision: bigint): bigint {
  const a = naturalLogarithm(own, x, precision);
  const b = naturalLogarithm(own, base, precision);
  if (b === 0n) throw new FractionOverflow();
  const units = roundedQuotient(magnitude(a) << own.bits, magnitude(b));
  if (units >> (own.size - 1n) !== 0n) throw new FractionOverflow();
  return a < 0n === b < 0n ? units : -units;
}

export function squareRoot(own: Fractions, x: bigint): bigint {
  const one = oneOf(own);
  if (x === 0n || x === one) return x;
  const place = firstPlace(x) - own.bits;
  const even = place % 2n === 0n ? place : place + 1n;
  const s = shifted(x, even);
  const times = (a: bigint, b: bigint) => shifted(a * b, own.bits);
  const half = one >> 1n;
  let root = s;
  let d = half - shifted(s, 1n);
  do {
    root = times(root, one + d);
    d = times(times(one + d + half, magnitude(d)), magnitude(d));
  } while (d !== 0n);
  return shifted(root, -even / 2n);
}

/** The cube root by Newton's method, until a step is less than `precision`. */
export function cubeRoot(own: Fractions, x: bigint, precision: bigint): bigint {
  if (x === 0n || x === oneOf(own)) return x;
  const place = firstPlace(x) - own.bits;
  const third = place > 0n ? (place + 2n) / 3n : place / 3n;
  const [slope, start] = [95n << (own.bits - 8n), 148n << (own.bits - 8n)];
  let root = shifted(product(own, slope, shifted(x, 3n * third)) + start, -third);
  const scaled = x << (2n * own.bits);
  while (true) {
    const next = roundedQuotient((root << 1n) + roundedQuotient(scaled, root * root), 3n);
    const step = magnitude(root - next);
    root = next;
    if (step < precision) return root;
  }
}
