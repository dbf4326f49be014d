import { formatByteSize } from '../../../config/byte-size.ts';
import type { EngineProcessOptions } from './engine-process.ts';

/** Memory of an idle process with DuckDB loaded. */
const IDLE_BYTES = 140e6;

/** Share of the rest for DuckDB's limit, which excludes lists and texts under construction and V8's heap. */
const COUNTED_PART = 0.6;

const MIN_BYTES = 250e6;

/** The limits of engine processes. */
export interface ProcessMemory extends Pick<EngineProcessOptions, 'memory' | 'maxResident'> {
  /** Resident memory of all that run statements; where they pass it the largest one is ended. */
  readonly maxTogether: number;
}

/**
 * The limits of so many engine processes that may take `bytes` together. Each may take what the others leave when they
 * are idle; DuckDB's own limit comes first.
 */
export function processMemory(bytes: number, processes = 1): ProcessMemory {
  if (bytes < MIN_BYTES * processes) {
    throw new Error(
      `Cannot run ${processes} engine processes in ${formatByteSize(bytes)}: DUCKDB_MEMORY must give ${formatByteSize(MIN_BYTES)} to each`,
    );
  }
  const maxResident = bytes - IDLE_BYTES * (processes - 1);
  const counted = Math.floor((maxResident - IDLE_BYTES) * COUNTED_PART);
  return { memory: `${counted}B`, maxResident, maxTogether: bytes };
}
