/** The lengths of partitions by time, the shortest first. */
const UNITS = ['HOUR', 'DAY', 'MONTH', 'YEAR'] as const;

export type PartitionUnit = (typeof UNITS)[number];

/** How a table is partitioned by its time, and how large it is. */
export interface TimePartitions {
  readonly unit: PartitionUnit;
  /** Of all partitions. */
  readonly bytes: number;
  /** Whether it can be read as it was at a moment: a table can, a view cannot. */
  readonly hasHistory: boolean;
}

const MICROS_PER_MS = 1_000n;

/** The start of the partition of a moment, in UTC; both in microseconds since the epoch. */
export function partitionStart(moment: bigint, unit: PartitionUnit): bigint {
  const ms = moment / MICROS_PER_MS - (moment % MICROS_PER_MS < 0n ? 1n : 0n);
  const start = new Date(Number(ms));
  if (unit === 'YEAR') start.setUTCMonth(0, 1);
  if (unit === 'MONTH') start.setUTCDate(1);
  if (unit === 'HOUR') start.setUTCMinutes(0, 0, 0);
  else start.setUTCHours(0, 0, 0, 0);
  return BigInt(start.getTime()) * MICROS_PER_MS;
}

/** Whether a text names the length of partitions by time. */
export function isPartitionUnit(text: string): text is PartitionUnit {
  return UNITS.some((unit) => unit === text);
}

export function longerUnit(one: PartitionUnit, other: PartitionUnit): PartitionUnit {
  return UNITS.indexOf(one) < UNITS.indexOf(other) ? other : one;
}
