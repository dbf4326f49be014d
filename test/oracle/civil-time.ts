/** Dates and times as text, and as the packed integers of the reference's protocol. */

const MICROS_PER_DAY = 86_400_000_000n;

/** `2026-07-01` from days since the epoch. */
export function dateText(days: number): string {
  return isoText(BigInt(days) * MICROS_PER_DAY).slice(0, 10);
}

/** Days since the epoch from `2026-07-01`. */
export function dateDays(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
}

/** `10:00:00[.ffffff]` from the packed form: hour, minute, second, then 30 bits of nanoseconds. */
export function timeText(packed: bigint): string {
  const seconds = packed >> 30n;
  return clock(seconds) + fraction(Number(packed & 0x3fffffffn) / 1000);
}

/** The packed form of `10:00:00[.ffffff]`. */
export function packTime(text: string): bigint {
  const { seconds, micros } = readClock(text);
  return (seconds << 30n) | BigInt(micros * 1000);
}

/** `2026-07-01T10:00:00[.ffffff]` from packed seconds and nanoseconds. */
export function datetimeText(packed: bigint, nanos: number): string {
  const year = Number((packed >> 26n) & 0x3fffn);
  const month = Number((packed >> 22n) & 0xfn);
  const day = Number((packed >> 17n) & 0x1fn);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${clock(packed)}${fraction(nanos / 1000)}`;
}

/** Packed seconds and nanoseconds of `2026-07-01T10:00:00[.ffffff]`. */
export function packDatetime(text: string): { seconds: bigint; nanos: number } {
  const [year = '0', month = '0', day = '0'] = text.slice(0, 10).split('-');
  const { seconds, micros } = readClock(text.slice(11));
  const packed = (BigInt(year) << 26n) | (BigInt(month) << 22n) | (BigInt(day) << 17n) | seconds;
  return { seconds: packed, nanos: micros * 1000 };
}

/** `2026-07-01T10:00:00[.ffffff]` from microseconds since the epoch. */
export function isoText(micros: bigint): string {
  const remainder = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = (micros - remainder) / 1_000_000n;
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19) + fraction(Number(remainder));
}

function clock(packed: bigint): string {
  const hour = Number((packed >> 12n) & 0x1fn);
  return `${pad(hour)}:${pad(Number((packed >> 6n) & 0x3fn))}:${pad(Number(packed & 0x3fn))}`;
}

function readClock(text: string): { seconds: bigint; micros: number } {
  const [hour = '0', minute = '0', second = '0'] = text.slice(0, 8).split(':');
  const seconds = (BigInt(hour) << 12n) | (BigInt(minute) << 6n) | BigInt(second);
  return { seconds, micros: Number(text.slice(9).padEnd(6, '0')) };
}

function fraction(micros: number): string {
  return micros === 0 ? '' : `.${pad(micros, 6)}`;
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
