import { readFileSync } from 'node:fs';

/** The macro files, next to the functions that call them; each may use those before it. */
const FILES = [
  'conversion/error',
  'math/arithmetic',
  'math/bitwise',
  'conversion/cast',
  'conversion/parse-numeric',
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
