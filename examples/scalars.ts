/** The scalars of the schema as TypeScript sees them, for `config.scalars` of GraphQL Code Generator. */
export const scalars = {
  /** Six digits and `Z`: `2026-07-01T10:00:00.123456Z`. */
  DateTime: 'string',
  /** A number where it is exact, else its digits; `BigInt` takes both. */
  Int64: 'number | string',
  JSON: 'unknown',
  SafeInt: 'number',
  /** All digits; a number of more than 15 digits has to be sent as a string. */
  Numeric: { input: 'number | string', output: 'string' },
  /** Base64. */
  Bytes: 'string',
  /** `2026-07-01`. */
  Date: 'string',
  /** `10:00:00`, with six digits where there is a fraction. */
  Time: 'string',
  /** `2026-07-01T10:00:00`, with six digits where there is a fraction. */
  LocalDateTime: 'string',
  /** `1-2 3 4:5:6`; as input ISO 8601 too. */
  Interval: 'string',
};

/** Microseconds since the epoch of a `DateTime`; `Date` would keep three of its six digits. */
export function microsecondsOf(dateTime: string): bigint {
  const seconds = BigInt(Date.parse(`${dateTime.slice(0, 19)}Z`)) / 1_000n;
  return seconds * 1_000_000n + BigInt(dateTime.slice(20, 26));
}

/** The `DateTime` of microseconds since the epoch, with all its digits. */
export function dateTimeOf(microseconds: bigint): string {
  const fraction = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((microseconds - fraction) / 1_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(fraction).padStart(6, '0')}Z`;
}
