import { type FunctionDefinition, scalarGroup } from '../core/define.ts';
import { pattern } from '../core/lowering.ts';

/** A hash function that returns BYTES; DuckDB's return hexadecimal text. DuckDB has no SHA-512 and no FarmHash. */
function hash(name: string): FunctionDefinition {
  const lower = pattern(`from_hex(${name.toLowerCase()}($1))`);
  return scalarGroup('Hash')(name, [
    ['(BYTES) -> BYTES', lower],
    ['(STRING) -> BYTES', lower],
  ]);
}

/** The hash functions. */
export const HASH_FUNCTIONS: readonly FunctionDefinition[] = ['MD5', 'SHA1', 'SHA256'].map(hash);
