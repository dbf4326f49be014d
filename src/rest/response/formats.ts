import type { OutputColumn, Row } from '../../googlesql/index.ts';
import { csvHeader, csvRow } from './csv.ts';
import { jsonRow } from './json.ts';

/** How the rows of an answer are written. */
export interface Format {
  readonly name: 'json' | 'csv' | 'csv-safe' | 'ndjson';
  readonly contentType: string;
  /** Of a file that is saved; undefined for what is read by programs alone. */
  readonly extension: string | undefined;
  /** What stands before the first row, between two, and behind the last. */
  start(columns: readonly OutputColumn[]): string;
  readonly between: string;
  readonly end: string;
  /** Makes the encoder of rows with these columns. */
  compile(columns: readonly OutputColumn[]): (row: Row) => string;
}

/** What REST answers where nothing else is asked for: `{"result":[…]}`. */
export const JSON_FORMAT: Format = {
  name: 'json',
  contentType: 'application/json; charset=utf-8',
  extension: undefined,
  start: () => '{"result":[',
  between: ',',
  end: ']}',
  compile: jsonRow,
};

/** RFC 4180, with the names of the columns first. */
export const CSV_FORMAT: Format = {
  name: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  start: (columns) => csvHeader(columns, false),
  between: '',
  end: '',
  compile: (columns) => csvRow(columns, false),
};

/** CSV in which no text can be a formula of a spreadsheet. */
export const SAFE_CSV_FORMAT: Format = {
  ...CSV_FORMAT,
  name: 'csv-safe',
  start: (columns) => csvHeader(columns, true),
  compile: (columns) => csvRow(columns, true),
};

/** One JSON object a line, and nothing but rows. */
export const NDJSON_FORMAT: Format = {
  name: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  start: () => '',
  between: '',
  end: '',
  compile: (columns) => {
    const encode = jsonRow(columns);
    return (row) => `${encode(row)}\n`;
  },
};
