import { type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { native, pattern } from '../core/lowering.ts';

const scalar = scalarGroup('Hash');

/** A hash that DuckDB has: it gives hexadecimal text. */
function hash(name: string): FunctionDefinition {
  const lower = pattern(`from_hex(${name.toLowerCase()}($1))`);
  return scalar(name, ofBytesAndText('BYTES', lower, lower));
}

/** A hash that the engine provides. */
function engineHash(name: string, type: string): FunctionDefinition {
  const own = `gsql_${name.toLowerCase()}`;
  return scalar(name, ofBytesAndText(type, native(own), pattern(`${own}(encode($1))`)));
}

function ofBytesAndText(type: string, bytes: Lowering, text: Lowering) {
  return [
    [`(BYTES) -> ${type}`, bytes],
    [`(STRING) -> ${type}`, text],
  ] as const;
}

/** The hash functions. */
export const HASH_FUNCTIONS: readonly FunctionDefinition[] = [
  ...['MD5', 'SHA1', 'SHA256'].map(hash),
  engineHash('SHA512', 'BYTES'),
  engineHash('FARM_FINGERPRINT', 'INT64'),
];
