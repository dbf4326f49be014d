import type { ScalarKind, Type, Value } from '#googlesql';

/** Compares two values of a type that are not NULL, as ORDER BY does: negative if the first comes before the second. */
type Compare = (one: Exclude<Value, null>, other: Exclude<Value, null>) => number;

/** Compares two values of a scalar type as GoogleSQL's ORDER BY does when it is ascending: NULL comes first. */
export function comparison(type: Type): (one: Value, other: Value) => number {
  const compare = COMPARISONS[type.kind as ScalarKind] ?? compareTexts;
  return (one, other) => {
    if (one === null || other === null) return Number(one !== null) - Number(other !== null);
    return compare(one, other);
  };
}

const compareNumbers: Compare = (one, other) => (one < other ? -1 : Number(one > other));

/** NaN comes before all other numbers. */
const compareFloats: Compare = (one, other) => {
  const [first, second] = [Number.isNaN(one), Number.isNaN(other)];
  return first || second ? Number(second) - Number(first) : compareNumbers(one, other);
};

/** By UTF-8: UTF-16 puts characters beyond U+FFFF, which are pairs of surrogates, before those from U+E000 on. */
const compareStrings: Compare = (one, other) =>
  Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));

const compareBytes: Compare = (one, other) =>
  Buffer.compare(Buffer.from(String(one), 'base64'), Buffer.from(String(other), 'base64'));

/** Of texts of equal width but for a fraction of seconds, which a longer one has. */
const compareTexts: Compare = (one, other) =>
  String(one) < String(other) ? -1 : Number(String(one) > String(other));

/** Of decimal texts without trailing zeros. */
const compareDecimals: Compare = (one, other) => {
  const [first, second] = [decimalOf(String(one)), decimalOf(String(other))];
  const scale = Math.max(first.scale, second.scale);
  return compareNumbers(scaled(first, scale), scaled(second, scale));
};

interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

function decimalOf(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}

const INTERVAL = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/;
const MICROS_PER_DAY = 86_400_000_000n;

/** As if a month had 30 days and a day 24 hours. */
const compareIntervals: Compare = (one, other) =>
  compareNumbers(intervalMicros(String(one)), intervalMicros(String(other)));

function intervalMicros(text: string): bigint {
  const [, monthSign, years, months, days, timeSign, hours, minutes, seconds, fraction] = (
    INTERVAL.exec(text) ?? []
  ).map((part: string | undefined) => part ?? '');
  const sign = (mark: string | undefined) => (mark === '-' ? -1n : 1n);
  const allMonths = sign(monthSign) * (BigInt(years ?? 0) * 12n + BigInt(months ?? 0));
  const allSeconds =
    BigInt(hours ?? 0) * 3_600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds ?? 0);
  const micros = allSeconds * 1_000_000n + BigInt((fraction ?? '').padEnd(6, '0').slice(0, 6) || 0);
  return (allMonths * 30n + BigInt(days ?? 0)) * MICROS_PER_DAY + sign(timeSign) * micros;
}

/** By the start, then by the end: without a start a range comes first, without an end last. */
const compareRanges: Compare = (one, other) => {
  const [first, second] = [boundsOf(String(one)), boundsOf(String(other))];
  return compareTexts(first.start, second.start) || compareTexts(first.end, second.end);
};

function boundsOf(text: string): { readonly start: string; readonly end: string } {
  const [start = '', end = ''] = text.slice(1, -1).split(', ');
  return {
    start: start === 'UNBOUNDED' ? '' : start,
    end: end === 'UNBOUNDED' ? '\u{10FFFF}' : end,
  };
}

const COMPARISONS: Readonly<Partial<Record<ScalarKind, Compare>>> = {
  BOOL: compareNumbers,
  INT64: compareNumbers,
  TIMESTAMP: compareNumbers,
  FLOAT64: compareFloats,
  NUMERIC: compareDecimals,
  BIGNUMERIC: compareDecimals,
  STRING: compareStrings,
  BYTES: compareBytes,
  INTERVAL: compareIntervals,
  'RANGE<DATE>': compareRanges,
  'RANGE<DATETIME>': compareRanges,
  'RANGE<TIMESTAMP>': compareRanges,
};
