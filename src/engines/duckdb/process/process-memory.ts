import { formatByteSize } from '../../../config/byte-size.ts';
import type { EngineProcessOptions } from './engine-process.ts';

/** What a process takes that has DuckDB loaded and runs nothing. */
const IDLE_BYTES = 140e6;

/** Of the rest: what DuckDB counts. It does not count lists and texts that functions are making, nor V8's heap. */
const COUNTED_PART = 0.6;

const MIN_BYTES = 250e6;

/** The limits of one engine process that may take so many bytes; DuckDB's own limit comes first. */
export function processMemory(bytes: number): Pick<EngineProcessOptions, 'memory' | 'maxResident'> {
  if (bytes < MIN_BYTES) {
    throw new Error(
      `Cannot run an engine process in ${formatByteSize(bytes)}: DUCKDB_MEMORY must give ${formatByteSize(MIN_BYTES)} to each`,
    );
  }
  const counted = Math.floor((bytes - IDLE_BYTES) * COUNTED_PART);
  return { memory: `${counted}B`, maxResident: bytes };
}
