import { type ExactValue, isNumber, printExact } from '../api/exact-json.ts';

const NUMBERS: readonly string[] = ['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC', 'TIMESTAMP'];
const DECIMALS: readonly string[] = ['NUMERIC', 'BIGNUMERIC'];

/** Compares values by their places in a list; most numbers are told apart by doubles, which are made once. */
export function valueOrder(
  type: string,
  values: readonly ExactValue[],
): (left: number, right: number) => number {
  const compare = (left: number, right: number) =>
    compareValues(type, values[left] ?? null, values[right] ?? null);
  if (!NUMBERS.includes(type)) return compare;
  // NULL is first.
  const doubles = Float64Array.from(values, (value) =>
    value === null ? Number.NEGATIVE_INFINITY : Number(String(value)),
  );
  return (left, right) => {
    const difference = (doubles[left] ?? 0) - (doubles[right] ?? 0);
    return difference || compare(left, right);
  };
}

/** Compares values of a type as GoogleSQL orders them, NULL first; decimals with all their digits. */
export function compareValues(type: string, left: ExactValue, right: ExactValue): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (DECIMALS.includes(type)) return compareDecimals(String(left), String(right));
  const [one, other] = [textOf(left), textOf(right)];
  return one < other ? -1 : Number(one > other);
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : printExact(value);
}

function compareNumbers(left: ExactValue, right: ExactValue): number {
  const [one, other] = [simplified(left), simplified(right)];
  return one < other ? -1 : Number(one > other);
}

/** JavaScript compares numbers and bigints with each other by their values. */
function simplified(value: ExactValue): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : Number(String(value));
}

function compareDecimals(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  if (Math.abs(difference) > Math.abs(Number(left)) * 1e-12) return difference;
  const [one, other] = aligned(left, right);
  return one < other ? -1 : Number(one > other);
}

/** Two decimals as whole numbers of the same unit. */
function aligned(left: string, right: string): readonly [bigint, bigint] {
  const places = Math.max(placesOf(left), placesOf(right));
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(`${whole}${fraction.padEnd(places, '0')}`);
  };
  return [scaled(left), scaled(right)];
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
