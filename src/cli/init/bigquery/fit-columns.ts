import type { SchemaField } from '#googlesql';
import { mapConcurrently } from '../../../async/map-concurrently.ts';

/** Says the bytes that a query of some columns reads; of none, those of its conditions alone. */
export type MeasureColumns = (fields: readonly SchemaField[]) => Promise<number>;

/** Columns that together stay below a cap. */
export interface FittedColumns {
  readonly fields: readonly SchemaField[];
  readonly bytes: number;
}

/** Dry runs at the same time. */
const MEASURED_AT_ONCE = 16;
/** BigQuery bills whole mebibytes. */
const MIB = 1_048_576;

/**
 * As many columns as a cap lets a query read, in their order: all, else the smallest. None where even one, or the
 * conditions alone, are too many bytes.
 */
export async function fitColumns(
  fields: readonly SchemaField[],
  maxBytes: number,
  measure: MeasureColumns,
): Promise<FittedColumns> {
  const isWithin = (bytes: number) => Math.ceil(bytes / MIB) * MIB <= maxBytes;
  const all = await measure(fields);
  if (isWithin(all)) return { fields, bytes: all };
  const conditions = await measure([]);
  const sizes = await mapConcurrently(fields, MEASURED_AT_ONCE, async (field) => ({
    field,
    bytes: (await measure([field])) - conditions,
  }));
  let sum = conditions;
  const fitting = new Set<SchemaField>();
  for (const { bytes, field } of sizes.toSorted((one, other) => one.bytes - other.bytes)) {
    sum += bytes;
    if (isWithin(sum)) fitting.add(field);
  }
  const chosen = fields.filter((field) => fitting.has(field));
  if (chosen.length === 0) return { fields: [], bytes: all };
  // The sum is what the dry runs of single columns say; what is written is measured itself.
  const bytes = await measure(chosen);
  return isWithin(bytes) ? { fields: chosen, bytes } : { fields: [], bytes: all };
}
