/** Headers without those that tell of the request or the moment. */
export function comparableHeaders({
  date,
  'server-timing': timing,
  'x-request-id': id,
  ...rest
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest;
}
