import { SCALARS } from '../../types.ts';
import { lowerCast, lowerText } from '../conversion/cast-lowering.ts';
import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { bind, itself, lowerOne, macro } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { arithmetic, NULL, type Sql, sql } from '../core/sql.ts';
import { FORMAT_TIME_FUNCTIONS } from './format/format-time.ts';
import { PARSE_TIME_FUNCTIONS } from './format/parse-time.ts';
import { periodIndex } from './parts/date-part.ts';
import { timeArithmetic, timeFunction } from './time-function.ts';
import { checkZone, isUtc, localMicros, toInstant, zoneOf } from './zone.ts';

/** A text without a zone is read in the given one. */
const fromString: Lowering = (call) => {
  const [text = NULL] = call.arguments;
  if (call.arguments.length === 1) {
    return lowerCast(text, SCALARS.STRING, SCALARS.TIMESTAMP, false);
  }
  return instantOf(lowerOne('gsql_datetime_of', text, call.literals[0]), call);
};

const fromDate: Lowering = (call) => instantOf(sql`CAST(${call.arguments[0]} AS TIMESTAMP)`, call);

const fromDatetime: Lowering = (call) => instantOf(call.arguments[0] ?? NULL, call);

/** The instant of a DATETIME in the call's zone. */
function instantOf(datetime: Sql, call: LoweredCall): Sql {
  const local = {
    ...call,
    arguments: [datetime, ...call.arguments.slice(1)],
    literals: [undefined, ...call.literals.slice(1)],
  };
  if (isUtc(zoneOf(local, 1))) return toInstant(datetime, zoneOf(local, 1));
  return bind(local, (names) =>
    toInstant(names[0] ?? NULL, zoneOf({ ...local, arguments: names }, 1)),
  );
}

/** The local time with its offset in whole minutes. */
const toText: Lowering = (call) => {
  const zone = zoneOf(call, 1);
  if (isUtc(zone)) return lowerText(call.arguments[0] ?? NULL, SCALARS.TIMESTAMP);
  return bind(call, ([timestamp = NULL, given = NULL]) => {
    const own = zoneOf({ ...call, arguments: [timestamp, given] }, 1);
    return sql`gsql_offset_timestamp_text(${timestamp}, ${localMicros(timestamp, own)} - epoch_us(${timestamp}))`;
  });
};

const text: Lowering = ({ arguments: [value = NULL], types: [type = SCALARS.STRING] }) =>
  lowerText(value, type);

/** Units since the epoch, rounded down, including before the epoch. */
function unixTime(unit: bigint): Lowering {
  const first = 62_135_596_800_000_000n / unit + 2n;
  return ({ arguments: [timestamp] }) =>
    arithmetic`(${periodIndex(arithmetic`epoch_us(${timestamp})`, unit)} - ${first})`;
}

function fromUnixTime(unit: number): Lowering {
  return macro('gsql_timestamp_of', String(unit));
}

/**
 * The TIMESTAMP functions, its conversions from and to numbers, and conversions of dates and times from and to text.
 */
export const TIMESTAMP_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'TIMESTAMP',
    [
      ['(STRING, STRING?) -> TIMESTAMP', fromString],
      ['(DATE, STRING?) -> TIMESTAMP', fromDate],
      ['(DATETIME, STRING?) -> TIMESTAMP', fromDatetime],
      ['(TIMESTAMP) -> TIMESTAMP', itself],
    ],
    checkZone(1),
  ),
  ...timeArithmetic('TIMESTAMP', 'DATETIME'),
  timeFunction('UNIX_SECONDS', [['(TIMESTAMP) -> INT64', unixTime(1_000_000n)]]),
  timeFunction('UNIX_MILLIS', [['(TIMESTAMP) -> INT64', unixTime(1000n)]]),
  timeFunction('UNIX_MICROS', [
    ['(TIMESTAMP) -> INT64', ({ arguments: [time] }) => arithmetic`epoch_us(${time})`],
  ]),
  timeFunction('TIMESTAMP_SECONDS', [['(INT64) -> TIMESTAMP', fromUnixTime(1_000_000)]]),
  timeFunction('TIMESTAMP_MILLIS', [['(INT64) -> TIMESTAMP', fromUnixTime(1000)]]),
  timeFunction('TIMESTAMP_MICROS', [['(INT64) -> TIMESTAMP', fromUnixTime(1)]]),
  timeFunction(
    'STRING',
    [
      ['(TIMESTAMP, STRING?) -> STRING', toText],
      ['(DATE) -> STRING', text],
      ['(TIME) -> STRING', text],
      ['(DATETIME) -> STRING', text],
      ['(JSON) -> STRING', macro('gsql_json_to_string')],
    ],
    checkZone(1),
  ),
  ...FORMAT_TIME_FUNCTIONS,
  ...PARSE_TIME_FUNCTIONS,
];
