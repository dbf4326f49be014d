import { isBigNumeric } from '#googlesql/runtime';

/** One, in units of 10⁻³⁸. */
const ONE = 10n ** 38n;

type Operation = (a: bigint, b: bigint) => bigint;

/**
 * Operations on units of 10⁻³⁸. The second operand of rounding is a number of digits behind the point, the result of
 * STEPS and the first operand of TIMES are integers.
 */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '*': (a, b) => quotient(a * b, ONE),
  '/': (a, b) => quotient(a * ONE, b),
  DIV: (a, b) => (a / b) * ONE,
  MOD: (a, b) => a % b,
  STEPS: (a, b) => a / b,
  TIMES: (a, b) => a * b,
  AVG: quotient,
  ROUND: toUnits(quotient),
  ROUND_HALF_EVEN: toUnits(halfEven),
  TRUNC: toUnits((a, unit) => a / unit),
  CEIL: toUnits((a, unit) => a / unit + (a % unit > 0n ? 1n : 0n)),
  FLOOR: toUnits((a, unit) => a / unit - (a % unit < 0n ? 1n : 0n)),
};

/** The most digits that rounding can drop and leave a value other than 0: 39 before the point, and all behind it. */
const MAX_DROPPED = 78n;

/** An operation on BIGNUMERICs as texts of units of 10⁻³⁸; null where it divides by 0, or is out of range, but for TIMES. */
export function bigNumeric(name: string, left: string, right: string): string | null {
  const [a, b] = [BigInt(left), BigInt(right)];
  const operation = OPERATIONS[name];
  if (!operation) throw new Error(`BIGNUMERIC has no operation ${name}`);
  if (b === 0n && /^(?:[/]|DIV|MOD|STEPS)$/.test(name)) return null;
  const units = operation(a, b);
  return name === 'TIMES' || isBigNumeric(units) ? String(units) : null;
}

/** Rounds half away from zero. */
function quotient(a: bigint, b: bigint): bigint {
  const rest = magnitude(a % b) * 2n;
  if (rest < magnitude(b)) return a / b;
  return a / b + (a < 0n === b < 0n ? 1n : -1n);
}

function halfEven(a: bigint, unit: bigint): bigint {
  const isTie = magnitude(a % unit) * 2n === unit;
  return isTie && (a / unit) % 2n === 0n ? a / unit : quotient(a, unit);
}

function magnitude(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** Rounds to so many digits behind the point, by the quotient of a value and the last of them. */
function toUnits(divide: Operation): Operation {
  return (a, digits) => {
    const dropped = 38n - digits;
    if (dropped <= 0n) return a;
    const unit = 10n ** (dropped < MAX_DROPPED ? dropped : MAX_DROPPED);
    return divide(a, unit) * unit;
  };
}
