import { type Lowering, type Overload, ownAndOthers } from '../../core/define.ts';
import { bind } from '../../core/lowering.ts';
import { allOf } from '../../core/signatures/argument-check.ts';
import { arithmetic, NULL, type Sql, sql } from '../../core/sql.ts';
import { checkZone, isUtc, localMicros, toInstant, toLocal, zoneOf } from '../zone.ts';
import {
  CLOCK_PARTS,
  checkPart,
  DATE_PARTS,
  floorMicros,
  floorWeek,
  MICROS,
  WEEK_ORIGIN,
} from './date-part.ts';

const TRUNC_PARTS = {
  DATE: DATE_PARTS,
  DATETIME: [...DATE_PARTS, ...CLOCK_PARTS],
  TIMESTAMP: [...DATE_PARTS, ...CLOCK_PARTS],
  TIME: CLOCK_PARTS,
};

/** Refuses parts to which a function cannot truncate, and unknown zones. */
export const checkTrunc = allOf(checkPart(TRUNC_PARTS), checkZone(1));

const DAY = 86_400_000_000n;

/** Truncates microseconds by arithmetic alone; undefined for calendar parts. */
function truncMicros(micros: Sql, part: string): Sql | undefined {
  const unit = MICROS[part];
  if (unit !== undefined) return floorMicros(micros, unit);
  const origin = WEEK_ORIGIN[part];
  return origin === undefined ? undefined : floorMicros(micros, 7n * DAY, origin * DAY);
}

/** Whether a part divides the epoch, which begins with whole ones of the first year. */
function hasFixedLength(part: string): boolean {
  return MICROS[part] !== undefined;
}

/** TRUNC of a DATETIME. */
const truncDatetime: Lowering = ({ arguments: [datetime = NULL], part = '' }) => {
  if (part === 'MICROSECOND') return datetime;
  const micros = truncMicros(arithmetic`epoch_us(${datetime})`, part);
  if (micros && part in WEEK_ORIGIN) {
    return bind({ arguments: [datetime], literals: [] }, ([t = NULL]) => {
      const first = sql`make_timestamp(${truncMicros(arithmetic`epoch_us(${t})`, part)})`;
      return sql`gsql_truncated_datetime(${t}, ${first}, '${part}')`;
    });
  }
  return micros
    ? sql`make_timestamp(${micros})`
    : sql`date_trunc('${part.toLowerCase()}', ${datetime})`;
};

/** TRUNC of a DATE. */
export const truncDate: Lowering = ({ arguments: [date = NULL], part = '' }) => {
  if (part === 'DAY') return date;
  const origin = WEEK_ORIGIN[part];
  if (origin === undefined) return sql`CAST(date_trunc('${part.toLowerCase()}', ${date}) AS DATE)`;
  return bind({ arguments: [date], literals: [] }, ([d = NULL]) => {
    const days = floorWeek(sql`(${d} - DATE '1970-01-01')`, origin);
    return sql`gsql_truncated_date(${d}, DATE '1970-01-01' + CAST(${days} AS INTEGER), '${part}')`;
  });
};

/** TRUNC of a TIME. */
export const truncTime: Lowering = ({ arguments: [time = NULL], part = '' }) => {
  const unit = MICROS[part] ?? 1n;
  if (unit === 1n) return time;
  return sql`CAST(make_timestamp(epoch_us(${time}) // ${unit} * ${unit}) AS TIME)`;
};

/** TRUNC of a TIMESTAMP in a zone. */
const truncTimestamp: Lowering = (call) => {
  const [timestamp = NULL] = call.arguments;
  const { part = '' } = call;
  if (part === 'MICROSECOND') return timestamp;
  const zone = zoneOf(call, 1);
  const micros =
    zone.kind === 'fixed' ? truncMicros(localMicros(timestamp, zone), part) : undefined;
  if (zone.kind === 'fixed' && micros) {
    return bind({ arguments: [timestamp], literals: [] }, ([ts = NULL]) => {
      const start = truncMicros(localMicros(ts, zone), part);
      const instant = sql`make_timestamptz(${start} - (${zone.micros}))`;
      return hasFixedLength(part) && isUtc(zone) ? instant : checked(ts, instant, part);
    });
  }
  return (CLOCK_PARTS as readonly string[]).includes(part) ? truncClock(call) : truncLocal(call);
};

/** Truncates within a day without going through local time: an hour that occurs twice is truncated to its own start. */
const truncClock: Lowering = (call) => {
  const { part = '' } = call;
  return bind(call, ([timestamp = NULL, zoneSql = NULL]) => {
    const named = zoneOf({ ...call, arguments: [timestamp, zoneSql] }, 1);
    const local = localMicros(timestamp, named);
    const start = sql`make_timestamptz(${truncMicros(local, part)} - (${local} - epoch_us(${timestamp})))`;
    return checked(timestamp, start, part);
  });
};

/** The start of a part is an error before the year 1. */
function checked(timestamp: Sql, start: Sql, part: string): Sql {
  return sql`gsql_truncated_timestamp(${timestamp}, ${start}, '${part.toLowerCase()}')`;
}

const truncLocal: Lowering = (call) => {
  const [timestamp = NULL] = call.arguments;
  const zone = zoneOf(call, 1);
  const local = truncDatetime({ ...call, arguments: [toLocal(timestamp, zone)] });
  return toInstant(local, zone);
};

const TRUNCS = { DATE: truncDate, DATETIME: truncDatetime, TIMESTAMP: truncTimestamp };

/** The overloads of TRUNC; strings are coerced only to the first type, the function's own. */
export function truncOverloads(types: readonly (keyof typeof TRUNCS)[]): readonly Overload[] {
  return ownAndOthers(types, (type) => {
    const zone = type === 'TIMESTAMP' ? ', STRING?' : '';
    return [`(${type}, PART${zone}) -> ${type}`, TRUNCS[type]];
  });
}
