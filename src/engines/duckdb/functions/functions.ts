import { hash } from 'node:crypto';
import { farmFingerprint } from './farm-fingerprint.ts';
import type { Implementations } from './implementations.ts';

/** The functions that DuckDB does not have, by the names that printed SQL calls them by. */
export const FUNCTIONS: Implementations = {
  gsql_farm_fingerprint: farmFingerprint,
  gsql_sha512: (bytes) => hash('sha512', bytes, 'buffer'),
};
