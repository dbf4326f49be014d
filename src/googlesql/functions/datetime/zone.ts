import { excerpt } from '../../excerpt.ts';
import type { Check } from '../core/define.ts';
import { constant } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { arithmetic, type Sql, sql, textOf } from '../core/sql.ts';
import { fixedOffset, isTimeZone } from './time-zone.ts';

/** A time zone argument: UTC by default, a constant offset, or a zone with rules. */
export type Zone =
  | { readonly kind: 'fixed'; readonly micros: bigint }
  | { readonly kind: 'named'; readonly sql: Sql; readonly isConstant: boolean };

const UTC: Zone = { kind: 'fixed', micros: 0n };

/** The zone argument at `index` of a call. */
export function zoneOf(call: LoweredCall, index: number): Zone {
  const given = call.arguments[index];
  if (given === undefined) return UTC;
  const name = constant(call, index);
  if (typeof name !== 'string') return { kind: 'named', sql: given, isConstant: false };
  return fixedZone(name) ?? { kind: 'named', sql: textOf(name), isConstant: true };
}

function fixedZone(name: string): Zone | undefined {
  const micros = fixedOffset(name.replace(/^UTC(?=[+-])/, ''));
  return micros === undefined ? undefined : { kind: 'fixed', micros };
}

/** Refuses an unknown constant zone. */
export function checkZone(index: number): Check {
  return ({ literals, types }) => {
    const name = types[index]?.kind === 'STRING' ? literals[index] : undefined;
    if (name === '') throw new Error('Invalid empty time zone');
    if (typeof name === 'string' && !fixedZone(name) && !isTimeZone(name)) {
      throw new Error(`Invalid time zone: ${excerpt(name)}`);
    }
  };
}

/** Whether a zone is UTC. */
export function isUtc(zone: Zone): boolean {
  return zone.kind === 'fixed' && zone.micros === 0n;
}

/**
 * An instant's local time in a zone, as microseconds read as UTC. DuckDB's own casts and functions on TIMESTAMPTZ go
 * through ICU, which is ten times slower than arithmetic.
 */
export function localMicros(timestamp: Sql, zone: Zone): Sql {
  if (zone.kind === 'fixed') return shifted(arithmetic`epoch_us(${timestamp})`, zone.micros);
  return arithmetic`epoch_us(${toLocal(timestamp, zone)})`;
}

/** The DATETIME of an instant in a zone. */
export function toLocal(timestamp: Sql, zone: Zone): Sql {
  if (zone.kind === 'fixed') return sql`make_timestamp(${localMicros(timestamp, zone)})`;
  if (zone.isConstant) return sql`timezone(${zone.sql}, ${timestamp})`;
  return sql`gsql_local(${timestamp}, ${zone.sql})`;
}

/** As `toLocal`, within the years 1 to 9999. */
export function toCivil(timestamp: Sql, zone: Zone): Sql {
  const local = toLocal(timestamp, zone);
  return isUtc(zone) ? local : sql`gsql_civil(${local})`;
}

/** The instant of a DATETIME in a zone; the first one if there are two. */
export function toInstant(datetime: Sql, zone: Zone): Sql {
  if (isUtc(zone)) return sql`make_timestamptz(epoch_us(${datetime}))`;
  if (zone.kind === 'fixed') {
    const name = quoteText(offsetName(zone.micros));
    return sql`gsql_instant_checked(${datetime}, ${shifted(sql`epoch_us(${datetime})`, -zone.micros)}, ${name})`;
  }
  const by = zone.isConstant ? 'gsql_instant' : 'gsql_instant_at';
  return sql`${by}(${datetime}, ${zone.sql})`;
}

function offsetName(micros: bigint): string {
  const minutes = (micros < 0n ? -micros : micros) / 60_000_000n;
  const pad = (n: bigint) => String(n).padStart(2, '0');
  return `${micros < 0n ? '-' : '+'}${pad(minutes / 60n)}:${pad(minutes % 60n)}`;
}

function shifted(micros: Sql, by: bigint): Sql {
  if (by === 0n) return micros;
  return by < 0n ? arithmetic`(${micros} - ${-by})` : arithmetic`(${micros} + ${by})`;
}
