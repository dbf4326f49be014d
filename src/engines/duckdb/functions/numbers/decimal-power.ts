import { bigNumericText, isBigNumeric, isNumeric, numericText } from '#googlesql/runtime';
import {
  cubeRoot,
  decimalLogarithm,
  exponential,
  FractionOverflow,
  type Fractions,
  integerPower,
  inverse,
  logarithm,
  magnitude,
  naturalLogarithm,
  product,
  roundedQuotient,
  squareRoot,
} from './binary-fraction.ts';

/** A type of decimals, and the fractions that it is computed with. */
interface Decimals extends Fractions {
  /** The units of 1. */
  readonly scale: bigint;
  /** Logarithms and cube roots are computed until a step is less than this. */
  readonly precision: bigint;
  readonly overflow: string;
  readonly text: (units: bigint) => string;
  readonly has: (units: bigint) => boolean;
}

const TYPES: Readonly<Record<string, Decimals>> = {
  NUMERIC: {
    bits: 94n,
    size: 192n,
    scale: 10n ** 9n,
    precision: 1n << (94n - 34n),
    overflow: 'numeric overflow',
    text: numericText,
    has: isNumeric,
  },
  BIGNUMERIC: {
    bits: 254n,
    size: 384n,
    scale: 10n ** 38n,
    precision: 1n << (254n - 144n),
    overflow: 'BIGNUMERIC overflow',
    text: bigNumericText,
    has: isBigNumeric,
  },
};

/** The precision of logarithms with which more is computed. */
const FINEST = 1n << 4n;

/** Why a function has no value, without the call. */
class Undefined extends Error {}

/** Computes the units of a result of those of its arguments. */
type Compute = (own: Decimals, x: bigint, y: bigint, type: string) => bigint;

const COMPUTE: Readonly<Record<string, Compute>> = {
  CBRT: (own, x) => {
    const root = cubeRoot(own, toFraction(own, magnitude(x)), own.precision);
    return toUnits(own, x < 0n ? -root : root);
  },
  EXP: (own, x) => toUnits(own, exponential(own, toFraction(own, x))),
  LN: (own, x) => {
    if (x <= 0n) throw new Undefined('LN is undefined for zero or negative value');
    return toUnits(own, naturalLogarithm(own, toFraction(own, x), own.precision));
  },
  LOG10: (own, x) => {
    if (x <= 0n) throw new Undefined('LOG10 is undefined for zero or negative value');
    return toUnits(own, decimalLogarithm(own, toFraction(own, x), own.precision));
  },
  LOG: (own, x, base) => {
    if (x <= 0n || base <= 0n || base === own.scale) {
      throw new Undefined('LOG is undefined for zero or negative value, or when base equals 1');
    }
    return toUnits(own, logarithm(own, toFraction(own, x), toFraction(own, base), FINEST));
  },
  POW: (own, base, exponent, type) => {
    if (base === 0n && exponent < 0n) throw new Undefined('division by zero');
    if (base < 0n && exponent % own.scale !== 0n) {
      throw new Undefined(`Negative ${type} value cannot be raised to a fractional power`);
    }
    const isNegative = base < 0n && (exponent / own.scale) % 2n !== 0n;
    const simple = simplePower(own, magnitude(base), exponent);
    if (simple !== undefined) return checked(own, isNegative ? -simple : simple);
    const fraction = power(own, magnitude(base), exponent);
    return toUnits(own, isNegative ? -fraction : fraction);
  },
  SQRT: (own, x) => {
    if (x < 0n) throw new Undefined('SQRT is undefined for negative value');
    return toUnits(own, squareRoot(own, toFraction(own, x)));
  },
};

/** Units of a power of units that needs no fractions. */
function simplePower({ scale: one }: Decimals, base: bigint, exponent: bigint): bigint | undefined {
  if (exponent === 0n) return one;
  if (exponent === one || base === 0n) return base;
  if (exponent === 2n * one) return roundedQuotient(base * base, one);
  return exponent === -one ? roundedQuotient(one * one, base) : undefined;
}

/** The fraction that a power of units above 0 is: by products for the exponent's integer, and by logarithms for its rest. */
function power(own: Decimals, base: bigint, exponent: bigint): bigint {
  const integer = magnitude(exponent) / own.scale;
  const rest = exponent % own.scale;
  const isInverse = exponent < 0n && integer > 0n;
  if (isInverse && base <= own.scale) {
    const inverted = roundedQuotient(own.scale << own.bits, base);
    const whole = integerPower(own, inverted, integer);
    return withFractionalPower(own, whole, inverted, -rest);
  }
  const fraction = toFraction(own, base);
  if (!isInverse) {
    return withFractionalPower(own, integerPower(own, fraction, integer), fraction, rest);
  }
  try {
    const whole = inverse(own, integerPower(own, fraction, integer));
    return withFractionalPower(own, whole, fraction, rest);
  } catch (error) {
    if (error instanceof FractionOverflow) return 0n;
    throw error;
  }
}

function withFractionalPower(own: Decimals, whole: bigint, base: bigint, rest: bigint): bigint {
  if (rest === 0n) return whole;
  const ln = naturalLogarithm(own, base, FINEST);
  return product(own, whole, exponential(own, product(own, ln, toFraction(own, rest))));
}

function toFraction({ bits, scale }: Decimals, units: bigint): bigint {
  const fraction = roundedQuotient(magnitude(units) << bits, scale);
  return units < 0n ? -fraction : fraction;
}

function toUnits(own: Decimals, fraction: bigint): bigint {
  return checked(own, product(own, fraction, own.scale));
}

function checked(own: Decimals, units: bigint): bigint {
  if (!own.has(units)) throw new FractionOverflow();
  return units;
}

/**
 * A power, root or logarithm of NUMERICs in DuckDB's notation, or of BIGNUMERICs as units of 10⁻³⁸; the result is a text
 * of the same. A function of one argument takes any text for the second.
 */
export function decimalPower(name: string, type: string, left: string, right: string): string {
  const own = TYPES[type];
  const compute = COMPUTE[name];
  if (!own || !compute) throw new Error(`${type} has no function ${name}`);
  const [x, y] = [unitsOf(left), unitsOf(right)];
  try {
    const units = compute(own, x, y, type);
    return type === 'NUMERIC' ? numericText(units) : String(units);
  } catch (cause) {
    const all = name === 'LOG' || name === 'POW' ? [x, y] : [x];
    const call = `${name}(${all.map(own.text).join(', ')})`;
    throw new Error(`GoogleSQL: ${problemOf(cause, own)}: ${call}`, { cause });
  }
}

function problemOf(error: unknown, { overflow }: Decimals): string {
  if (error instanceof FractionOverflow) return overflow;
  if (error instanceof Undefined) return error.message;
  throw error;
}

/** A NUMERIC is written with all nine digits behind its point. */
function unitsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
