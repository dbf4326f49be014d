import type { Table } from '#googlesql';

/** A column's value, moved by some microseconds if it is the table's time; a DATE is moved by whole days. */
export function shiftedTime(
  { columns, time }: Table,
  column: string,
  value: string,
  shift: bigint,
): string {
  if (column !== time || shift === 0n) return value;
  const kind = columns.find(({ name }) => name === column)?.type.kind;
  if (kind === 'TIMESTAMP') return `make_timestamptz(epoch_us(${value}) + ${shift})`;
  const moved = `make_timestamp(epoch_us(${value}) + ${shift})`;
  return kind === 'DATE' ? `CAST(${moved} AS DATE)` : moved;
}

/** How far rows are moved so that the newest is at a time, in microseconds; in whole days for a table by DATE. */
export function shiftTo({ columns, time }: Table, newest: bigint, target: bigint): bigint {
  const shift = target - newest;
  const isDate = columns.some(({ name, type }) => name === time && type.kind === 'DATE');
  return isDate ? shift - (((shift % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY) : shift;
}

const MICROS_PER_DAY = 86_400_000_000n;
