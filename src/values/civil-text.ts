const MICROS_PER_SECOND = 1_000_000n;

/** `2026-07-01T10:00:00[.ffffff]` from microseconds since the epoch, without a zone. */
export function datetimeText(micros: bigint): string {
  const fraction = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  const seconds = (micros - fraction) / MICROS_PER_SECOND;
  return new Date(Number(seconds) * 1_000).toISOString().slice(0, 19) + fractionText(fraction);
}

/** `2026-07-01` from days since the epoch. */
export function dateText(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** `10:00:00[.ffffff]` from microseconds since midnight. */
export function timeText(micros: bigint): string {
  return datetimeText(micros).slice(11);
}

function fractionText(micros: bigint): string {
  return micros === 0n ? '' : `.${micros.toString().padStart(6, '0')}`;
}
