import { formatByteSize } from '../../../config/byte-size.ts';
import type { EngineProcessOptions } from './engine-process.ts';

/** Memory of an idle process with DuckDB loaded. */
const IDLE_BYTES = 140e6;

/** Share of the rest for DuckDB's limit, which excludes lists and texts under construction and V8's heap. */
const COUNTED_PART = 0.6;

const MIN_BYTES = 250e6;

/** The limits of an engine process with this much memory; DuckDB's own limit is reached first. */
export function processMemory(bytes: number): Pick<EngineProcessOptions, 'memory' | 'maxResident'> {
  if (bytes < MIN_BYTES) {
    throw new Error(
      `Cannot run an engine process in ${formatByteSize(bytes)}: DUCKDB_MEMORY must give ${formatByteSize(MIN_BYTES)} to each`,
    );
  }
  const counted = Math.floor((bytes - IDLE_BYTES) * COUNTED_PART);
  return { memory: `${counted}B`, maxResident: bytes };
}
