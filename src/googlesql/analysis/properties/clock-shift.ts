import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type { FunctionCall } from '../resolved/resolved.ts';

const SHIFTS: ReadonlySet<string> = new Set(['TIMESTAMP_ADD', 'TIMESTAMP_SUB']);

/** The number of each part that 270 years contain at least. */
const MAX_COUNT: Readonly<Record<string, bigint>> = {
  MICROSECOND: 8_500_000_000_000_000n,
  MILLISECOND: 8_500_000_000_000n,
  SECOND: 8_500_000_000n,
  MINUTE: 140_000_000n,
  HOUR: 2_300_000n,
  DAY: 98_000n,
};

/** Whether a call shifts the current time by a literal interval small enough to stay within the calendar. */
export function isClockShift({
  function: { name },
  arguments: [moment, count],
  part = '',
}: FunctionCall): boolean {
  if (!SHIFTS.has(name) || moment?.kind !== 'parameter' || count?.kind !== 'literal') return false;
  const limit = MAX_COUNT[part];
  const { value } = count;
  if (moment.name !== CLOCK_PARAMETER || limit === undefined || typeof value !== 'bigint') {
    return false;
  }
  return value <= limit && value >= -limit;
}
