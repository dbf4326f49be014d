import { readFileSync } from 'node:fs';
import type { ScalarKind } from '../../types.ts';

/** The macro files, next to the functions that call them; each may use those before it. */
const FILES = [
  'conversion/error',
  'math/arithmetic',
  'math/bitwise',
  'conversion/cast',
  'conversion/parse-numeric',
  'math/bignumeric',
  'datetime/interval/interval',
  'datetime/parts/date-arithmetic',
  'string/bytes',
  'string/like',
  'array/array',
  'aggregate/aggregate',
  'string/case',
  'string/growth',
  'string/string',
  'string/normalize',
  'string/format',
  'string/regexp',
  'net/net',
  'datetime/datetime',
  'datetime/parts/bucket',
  'datetime/range',
  'datetime/format/format-time',
  'datetime/format/parse-time',
  'json/json',
  'json/json-edit',
  'json/json-keys',
  'math/math',
  'search/search',
  'match/match',
];

/** The statements that generated SQL relies on: an engine runs them once, in this order, on a fresh database. */
export const PRELUDE: readonly string[] = FILES.flatMap((file) =>
  readMacros(new URL(`../${file}.sql`, import.meta.url)),
);

/** The statements of a file of macros, without comments. `\u{2028}` is an escape for an invisible character. */
export function readMacros(file: URL): readonly string[] {
  return readFileSync(file, 'utf8')
    .replace(/^--.*\n/gm, '')
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The types of a function that an engine provides. */
interface EngineFunction {
  /** Whether its texts hold the rows of a group, so that they may be long. */
  readonly isLong?: boolean;
  readonly parameters: readonly ScalarKind[];
  readonly result: ScalarKind;
}

/**
 * The functions that generated SQL calls and DuckDB does not have: an engine registers them before the prelude, under
 * these names. Each is NULL where an argument is, and raises an error with "GoogleSQL: " before its message.
 */
export const ENGINE_FUNCTIONS = {
  gsql_bignumeric: { parameters: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  gsql_cast_number: { parameters: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  gsql_decimal_power: { parameters: ['STRING', 'STRING', 'STRING', 'STRING'], result: 'STRING' },
  gsql_farm_fingerprint: { parameters: ['BYTES'], result: 'INT64' },
  gsql_format_number: { parameters: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  gsql_match_rows: { parameters: ['STRING', 'STRING', 'STRING'], result: 'STRING', isLong: true },
  gsql_normalize: { parameters: ['STRING', 'STRING'], result: 'STRING' },
  gsql_public_suffix: { parameters: ['STRING'], result: 'STRING' },
  gsql_read_time: { parameters: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  gsql_regexp_find: { parameters: ['STRING', 'STRING', 'STRING'], result: 'INT64' },
  gsql_registered_domain: { parameters: ['STRING'], result: 'STRING' },
  gsql_search: { parameters: ['STRING', 'STRING'], result: 'BOOL' },
  gsql_search_json: { parameters: ['BYTES', 'STRING'], result: 'STRING' },
  gsql_sha512: { parameters: ['BYTES'], result: 'BYTES' },
} as const satisfies Readonly<Record<string, EngineFunction>>;
