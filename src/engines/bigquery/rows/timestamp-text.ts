/**
 * `2026-07-01T10:00:00.123456Z` from microseconds since the epoch.
 *
 * The client library's own timestamps are a second off before 1970 where there is a fraction below a millisecond.
 */
export function timestampText(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = Number((micros - fraction) / 1_000_000n);
  const whole = new Date(seconds * 1_000).toISOString().slice(0, 19);
  return `${whole}.${fraction.toString().padStart(6, '0')}Z`;
}
