import fc from 'fast-check';
import type { Scalar, Value } from './types.ts';

const MICROS_OF_DAY = 86_400_000_000n;
const FIRST_DAY = BigInt(Date.parse('0001-01-01T00:00:00Z')) / 86_400_000n;
const LAST_DAY = BigInt(Date.parse('9999-12-31T00:00:00Z')) / 86_400_000n;

/** Days since the epoch. */
const day = fc.oneof(
  fc.bigInt({ min: FIRST_DAY, max: LAST_DAY }),
  fc.bigInt({ min: 20_600n, max: 20_700n }),
  fc.constantFrom(FIRST_DAY, LAST_DAY, 0n, -1n),
);
/** Microseconds of a day. */
const clock = fc.oneof(
  fc.bigInt({ min: 0n, max: MICROS_OF_DAY - 1n }),
  fc.bigInt({ min: 0n, max: 86_399n }).map((seconds) => seconds * 1_000_000n),
  fc.constantFrom(0n, MICROS_OF_DAY - 1n, 1n, 1_000n),
);

function dateText(days: bigint): string {
  return new Date(Number(days) * 86_400_000).toISOString().slice(0, 10);
}

/** With six digits of a second, or none. */
function timeText(micros: bigint): string {
  const seconds = new Date(Number(micros / 1_000_000n) * 1_000).toISOString().slice(11, 19);
  const fraction = micros % 1_000_000n;
  return fraction === 0n ? seconds : `${seconds}.${String(fraction).padStart(6, '0')}`;
}

/** A moment, in microseconds since the epoch, with `Z`. */
export function momentText(value: Value): string {
  const micros = value as bigint;
  const ofDay = ((micros % MICROS_OF_DAY) + MICROS_OF_DAY) % MICROS_OF_DAY;
  return `${dateText((micros - ofDay) / MICROS_OF_DAY)}T${timeText(ofDay)}Z`;
}

/** The moment of a text with `Z` and six digits, as GraphQL writes it. */
export function momentOf(text: string): bigint {
  const [, second = '', fraction = ''] = /^(.{4}-..-..T..:..:..)\.(\d{6})Z$/.exec(text) ?? [];
  return BigInt(Date.parse(`${second}Z`)) * 1_000n + BigInt(fraction);
}

const plain = (value: Value) => String(value);
const byText = (a: Value, b: Value) => (plain(a) < plain(b) ? -1 : plain(a) > plain(b) ? 1 : 0);

/** A type whose values are texts that sort as they do. */
function civil(type: string, duckdb: string, values: fc.Arbitrary<string>): Scalar {
  return {
    values,
    sql: (value) => `${type} '${value}'`,
    text: plain,
    json: (value) => JSON.stringify(value),
    duckdb: [duckdb, (value) => `'${value}'`],
    compare: byText,
  };
}

const sign = fc.constantFrom('', '-');

const interval = fc
  .tuple(
    sign,
    fc.nat(9_999),
    fc.nat(11),
    fc.integer({ min: -999, max: 999 }),
    sign,
    fc.nat(99),
    clock,
  )
  .map(([months, y, m, d, times, hours, micros]) => {
    const [, minute = '', second = '', fraction = ''] =
      /..:(..):(..)(.*)/.exec(timeText(micros)) ?? [];
    const time = `${hours}:${Number(minute)}:${Number(second)}${fraction}`;
    const isZero = /^[0:.]*$/.test(time);
    return `${y + m === 0 ? '' : months}${y}-${m} ${d} ${isZero ? '' : times}${time}`;
  });

/** Dates and times. */
export const CIVIL: Readonly<Record<string, Scalar>> = {
  DATE: civil('DATE', 'DATE', day.map(dateText)),
  TIME: civil('TIME', 'TIME', clock.map(timeText)),
  DATETIME: civil(
    'DATETIME',
    'TIMESTAMP',
    fc.tuple(day, clock).map(([days, micros]) => `${dateText(days)}T${timeText(micros)}`),
  ),
  TIMESTAMP: {
    values: fc.tuple(day, clock).map(([days, micros]) => days * MICROS_OF_DAY + micros),
    sql: (value) => `TIMESTAMP '${momentText(value)}'`,
    text: momentText,
    json: (value) => `"${momentText(value)}"`,
    duckdb: ['TIMESTAMPTZ', (value) => `'${momentText(value)}'`],
    compare: (a, b) => ((a as bigint) < (b as bigint) ? -1 : Number((a as bigint) > (b as bigint))),
  },
  INTERVAL: {
    values: interval,
    sql: (value) => `INTERVAL '${value}' YEAR TO SECOND`,
    text: plain,
    json: (value) => JSON.stringify(value),
  },
};
