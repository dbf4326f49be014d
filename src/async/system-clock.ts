/** The time in microseconds since the epoch, the unit of a TIMESTAMP; the system tells it to the millisecond. */
export function systemClock(): bigint {
  return BigInt(Date.now()) * 1_000n;
}
