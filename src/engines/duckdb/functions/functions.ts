import { hash } from 'node:crypto';
import farmhash from 'farmhash';
import type { ENGINE_FUNCTIONS } from '#googlesql';
import { bigNumeric } from './big-numeric.ts';
import { matchRows } from './matching/match-rows.ts';
import { normalize } from './normalize.ts';
import { castNumber } from './numbers/cast-number.ts';
import { decimalPower } from './numbers/decimal-power.ts';
import { formatNumber } from './numbers/format-number.ts';
import { publicSuffix, registeredDomain } from './public-suffix.ts';
import { readTime } from './read-time.ts';
import { regexpFind } from './regexp-find.ts';
import { search } from './search/search.ts';
import { searchJson } from './search-json.ts';

/** What an implementation takes and gives for a type. */
export interface Values {
  readonly BYTES: Buffer;
  readonly STRING: string;
  readonly INT64: bigint;
  readonly BOOL: boolean;
}

type Functions = typeof ENGINE_FUNCTIONS;

type Arguments<Kinds extends readonly (keyof Values)[]> = {
  [Index in keyof Kinds]: Values[Kinds[Index]];
};

/** A function of the engine for every one that printed SQL may call; none ever sees a NULL. */
type Implementations = {
  readonly [Name in keyof Functions]: (
    ...values: Arguments<Functions[Name]['parameters']>
  ) => Values[Functions[Name]['result']] | null;
};

/** The functions that DuckDB does not have, by the names that printed SQL calls them by. */
export const FUNCTIONS: Implementations = {
  gsql_bignumeric: bigNumeric,
  gsql_cast_number: castNumber,
  gsql_decimal_power: decimalPower,
  gsql_farm_fingerprint: farmhash.fingerprint64signed,
  gsql_format_number: formatNumber,
  gsql_match_rows: matchRows,
  gsql_normalize: normalize,
  gsql_public_suffix: publicSuffix,
  gsql_read_time: readTime,
  gsql_regexp_find: regexpFind,
  gsql_registered_domain: registeredDomain,
  gsql_search: search,
  gsql_search_json: searchJson,
  gsql_sha512: (bytes) => hash('sha512', bytes, 'buffer'),
};
