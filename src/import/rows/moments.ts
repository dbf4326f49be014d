import { isTimestamp, MAX_TIMESTAMP } from '#googlesql';
import { formatIsoTimestamp, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { BadLine } from './bad-line.ts';
import { WrittenNumber } from './exact-json.ts';

/** The times that rows may have, in microseconds; numbers of other times have no sure unit. */
export interface TimeBounds {
  readonly earliest: number;
  readonly latest: number;
}

/** 2000-01-01. */
const EARLIEST = 946_684_800_000_000;
const DAY = 86_400_000_000;

/** From the year 2000 to a day ahead of now: units a thousand times larger or smaller never have a time in common. */
export function boundsAt(nowMillis: number): TimeBounds {
  return { earliest: EARLIEST, latest: nowMillis * 1_000 + DAY };
}

/** What a time given as a number counts. */
export type Unit = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

/** Microseconds in each unit. */
const UNITS: readonly (readonly [unit: Unit, micros: number])[] = [
  ['seconds', 1e6],
  ['milliseconds', 1e3],
  ['microseconds', 1],
  ['nanoseconds', 1e-3],
];

/** A time, in microseconds. */
export interface Moment {
  readonly micros: number | bigint;
  /** Of a number whose size told it. */
  readonly unit: Unit | undefined;
}

const DIGITS = /^[+-]?\d{1,19}$/;

/** The form of BigQuery's exports. */
const EXPORTED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\S+?)(?: UTC)?$/;

/** What a fraction of a second has below a microsecond. */
const NANOS = /([.,]\d{6})\d{1,3}(?!\d)/;

/** Reads a time from a number of any unit or a text; undefined if it is none. A number that fits no unit is microseconds. */
export function readMoment(value: unknown, bounds: TimeBounds | undefined): Moment | undefined {
  const number = integerOf(value);
  if (number !== undefined) return momentOf(number, bounds);
  const fraction = fractionOf(value);
  if (fraction !== undefined) return momentOfFraction(fraction, bounds);
  if (typeof value !== 'string') return undefined;
  const micros = parseIsoTimestamp(value.replace(EXPORTED, '$1T$2').replace(NANOS, '$1'));
  return micros === undefined ? undefined : { micros, unit: undefined };
}

function momentOf(number: bigint, bounds: TimeBounds | undefined): Moment | undefined {
  const fitting = bounds && UNITS.find(([, micros]) => isWithin(Number(number) * micros, bounds));
  if (fitting) {
    const [unit, micros] = fitting;
    const isExact = unit !== 'nanoseconds';
    return { micros: isExact ? Number(number) * micros : Number(number / 1_000n), unit };
  }
  return isTimestamp(number) ? { micros: number, unit: undefined } : undefined;
}

const FRACTION = /^(\d{1,19})\.(\d{1,19})$/;

/** The text of a number with a fraction, as a number, a text or digits that a double does not hold. */
function fractionOf(value: unknown): string | undefined {
  const text = value instanceof WrittenNumber ? value.text : value;
  const isGiven = typeof text === 'string' || typeof text === 'number';
  return isGiven && FRACTION.test(String(text)) ? String(text) : undefined;
}

/** Exact, as doubles are not; what is below a microsecond is cut. */
function momentOfFraction(text: string, bounds: TimeBounds | undefined): Moment | undefined {
  const fitting = bounds && UNITS.find(([, micros]) => isWithin(Number(text) * micros, bounds));
  if (!fitting) return undefined;
  const [unit, micros] = fitting;
  const [whole = '', fraction = ''] = text.split('.');
  const millionths = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return { micros: Number((millionths * BigInt(micros * 1_000)) / 1_000_000_000n), unit };
}

/** A 64-bit integer, or one beyond it, from a number, a bigint or digits. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DIGITS.test(value)
    ? BigInt(value.replace('+', ''))
    : undefined;
}

function isWithin(micros: number, { earliest, latest }: TimeBounds): boolean {
  return micros >= earliest && micros <= latest;
}

/** Throws a `BadLine` for a row's time outside the bounds; it says which unit the time would fit. */
export function refuseOutside(
  field: string,
  given: unknown,
  micros: number | bigint | undefined,
  bounds: TimeBounds,
): void {
  if (micros !== undefined && isWithin(Number(micros), bounds)) return;
  const number = integerOf(given);
  const reason =
    number === undefined ? textReason(Number(micros), bounds) : numberReason(number, bounds);
  throw new BadLine(`"${field}" is ${reason}`);
}

function numberReason(number: bigint, bounds: TimeBounds): string {
  if (number <= 0n) return `${number}, before 2000-01-01 in every unit`;
  const middle = Math.log((bounds.earliest + bounds.latest) / 2);
  const distance = (micros: number) => Math.abs(Math.log(Number(number) * micros) - middle);
  const [[unit, micros] = ['microseconds', 1]] = UNITS.toSorted(
    ([, a], [, b]) => distance(a) - distance(b),
  );
  const time = Number(number) * micros;
  return `${number}; it fits ${unit} best, but that is ${shown(time)}, ${sideOf(time, bounds)}`;
}

/** How the number of a time was read, and which unit it may have had. */
const MISTAKES: readonly (readonly [read: Unit, meant: Unit, factor: number])[] = [
  ['microseconds', 'milliseconds', 1e3],
  ['microseconds', 'seconds', 1e6],
  ['microseconds', 'nanoseconds', 1e-3],
  ['milliseconds', 'nanoseconds', 1e-6],
];

function textReason(micros: number, bounds: TimeBounds): string {
  const wrong = `${shown(micros)}, ${sideOf(micros, bounds)}`;
  const mistake = MISTAKES.find(([, , factor]) => isWithin(micros * factor, bounds));
  if (!mistake) return wrong;
  const [read, meant, factor] = mistake;
  return `${wrong}; it would fit if ${meant} had been read as ${read}: ${shown(micros * factor)}`;
}

function sideOf(micros: number, { earliest }: TimeBounds): string {
  return micros < earliest ? 'before 2000-01-01' : 'more than a day ahead';
}

function shown(micros: number): string {
  return micros > Number(MAX_TIMESTAMP)
    ? 'after the year 9999'
    : formatIsoTimestamp(Math.floor(micros));
}
