const UNITS = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;

/** Bytes in human-readable decimal units: `10 GB`, `1.5 TB`. */
export function formatByteSize(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? ['B', 1];
  return `${Number((bytes / size).toFixed(2))} ${unit}`;
}
