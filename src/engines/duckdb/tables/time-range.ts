/** Microseconds in a UTC day. */
export const MICROS_PER_DAY = 86_400_000_000;

/** Inclusive time bounds in microseconds since the epoch; an absent one does not apply. */
export interface TimeBounds {
  readonly lower?: bigint | number | undefined;
  readonly upper?: bigint | number | undefined;
}
