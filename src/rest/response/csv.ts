import type { OutputColumn, Row, Type, Value } from '../../googlesql/index.ts';
import { jsonValue } from './json.ts';

const LINE_END = '\r\n';

/** The first line: the names of the columns. */
export function csvHeader(columns: readonly OutputColumn[], isSafe: boolean): string {
  return line(columns.map(({ name }) => quoteIfNeeded(isSafe ? withoutFormula(name) : name)));
}

/** Makes the encoder of rows: the values of JSON, nested ones as JSON, NULL as nothing and an empty text as `""`. */
export function csvRow(columns: readonly OutputColumn[], isSafe: boolean): (row: Row) => string {
  const encoders = columns.map(({ type }) => cell(type, isSafe));
  return (row) => line(encoders.map((encode, index) => encode(row[index] ?? null)));
}

function line(cells: readonly string[]): string {
  // An empty line is no record to many readers.
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

/** The text of a value; undefined for what JSON shows as null. */
function cellText(type: Type): (value: Value) => string | undefined {
  const encode = jsonValue(type);
  const isQuoted = QUOTED.has(type.kind);
  return (value) => {
    if (value === null) return type.kind === 'ARRAY' ? '[]' : undefined;
    if (isQuoted) return value as string;
    const json = encode(value);
    return json === 'null' ? undefined : json;
  };
}

/** The types whose values are strings, which JSON puts between quotation marks. */
const QUOTED = new Set([
  'STRING',
  'NUMERIC',
  'BIGNUMERIC',
  'BYTES',
  'DATE',
  'DATETIME',
  'TIME',
  'INTERVAL',
]);

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** RFC 4180 §2; blanks at the ends and an empty text are quoted too, so that readers keep them. */
function quoteIfNeeded(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
