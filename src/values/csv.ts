import { type OutputColumn, RANGE_KINDS, type Row, type Type, type Value } from '#googlesql';
import { jsonText } from './json.ts';

const LINE_END = '\r\n';

/** The header line: the column names. */
export function csvHeader(columns: readonly OutputColumn[], isSafe: boolean): string {
  return line(columns.map(({ name }) => quoteIfNeeded(isSafe ? withoutFormula(name) : name)));
}

/**
 * Compiles a row encoder: values as in JSON, nested ones as JSON text, NULL as an empty field, an empty string as `""`.
 */
export function csvRow(columns: readonly OutputColumn[], isSafe: boolean): (row: Row) => string {
  const encoders = columns.map(({ type }) => cell(type, isSafe));
  return (row) => line(encoders.map((encode, index) => encode(row[index] ?? null)));
}

/** A line of texts, each quoted where it has to be; undefined is an empty field, and an empty text `""`. */
export function csvLine(cells: readonly (string | undefined)[]): string {
  return line(cells.map((text) => (text === undefined ? '' : quoteIfNeeded(text))));
}

function line(cells: readonly string[]): string {
  // Many readers skip an empty line.
  const text = cells.length === 1 && cells[0] === '' ? '""' : cells.join(',');
  return `${text}${LINE_END}`;
}

const NUMERIC = new Set(['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC', 'TIMESTAMP', 'BOOL']);

function cell(type: Type, isSafe: boolean): (value: Value) => string {
  const text = cellText(type);
  const isText = isSafe && !NUMERIC.has(type.kind);
  return (value) => {
    const written = text(value);
    if (written === undefined) return '';
    return quoteIfNeeded(isText ? withoutFormula(written) : written);
  };
}

/** Compiles an encoder to the text of a cell; undefined for values that are null in JSON. */
function cellText(type: Type): (value: Value) => string | undefined {
  const encode = jsonText(type);
  const isQuoted = QUOTED.has(type.kind);
  return (value) => {
    if (value === null) return type.kind === 'ARRAY' ? '[]' : undefined;
    if (isQuoted) return value as string;
    const json = encode(value);
    return json === 'null' ? undefined : json;
  };
}

/** Types that JSON writes as strings. */
const QUOTED = new Set<Type['kind']>([
  'STRING',
  'NUMERIC',
  'BIGNUMERIC',
  'BYTES',
  'DATE',
  'DATETIME',
  'TIME',
  'INTERVAL',
  ...RANGE_KINDS,
]);

/** Characters that begin a formula in spreadsheets; some read the full-width forms alike. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** RFC 4180 §2. Empty strings and leading or trailing blanks are quoted too, so that readers keep them. */
function quoteIfNeeded(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
