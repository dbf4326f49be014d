const UNITS: readonly string[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Bytes in the largest unit of which there is one: `1.5 GiB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  return `${Number((bytes / 1_024 ** power).toPrecision(3))} ${UNITS[power]}`;
}

/** A length of time in its largest unit: `15 min`. */
export function secondsText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}

/** A number of rows: `1 row`. */
export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** An amount of US$ with the digits that it needs. */
export function costText(cost: number): string {
  if (cost === 0) return '$0';
  return cost < 0.01 ? `$${cost.toPrecision(2)}` : `$${cost.toFixed(2)}`;
}
