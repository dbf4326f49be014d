const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** A duration as head comments and `fieldstone.json` write it: `15m`; `off` without one. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return 'off';
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
