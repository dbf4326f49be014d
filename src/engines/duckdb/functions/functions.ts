import { hash } from 'node:crypto';
import { farmFingerprint } from './farm-fingerprint.ts';
import type { Implementations } from './implementations.ts';
import { normalize } from './normalize.ts';
import { publicSuffix, registeredDomain } from './public-suffix.ts';
import { search } from './search/search.ts';

/** The functions that DuckDB does not have, by the names that printed SQL calls them by. */
export const FUNCTIONS: Implementations = {
  gsql_farm_fingerprint: farmFingerprint,
  gsql_normalize: normalize,
  gsql_public_suffix: publicSuffix,
  gsql_registered_domain: registeredDomain,
  gsql_search: search,
  gsql_sha512: (bytes) => hash('sha512', bytes, 'buffer'),
};
