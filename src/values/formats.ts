import type { OutputColumn, Row } from '#googlesql';
import { csvHeader, csvRow } from './csv.ts';
import { describeColumn } from './describe-column.ts';
import { jsonRow } from './json.ts';

/** An output format for the rows of an answer. */
export interface Format {
  readonly name: 'json' | 'json-columns' | 'csv' | 'csv-safe' | 'ndjson';
  readonly contentType: string;
  /** File extension of a download; undefined for formats that only programs read. */
  readonly extension: string | undefined;
  /** Text before the first row; `between` separates rows, `end` follows the last. */
  start(columns: readonly OutputColumn[]): string;
  readonly between: string;
  readonly end: string;
  /** Compiles an encoder of rows with these columns. */
  compile(columns: readonly OutputColumn[]): (row: Row) => string;
}

/** The default of REST: `{"result":[…]}`. */
export const JSON_FORMAT: Format = {
  name: 'json',
  contentType: 'application/json; charset=utf-8',
  extension: undefined,
  start: () => '{"result":[',
  between: ',',
  end: ']}',
  compile: jsonRow,
};

/** The same with the columns before the rows: `{"columns":[…],"result":[…]}`. */
export const JSON_COLUMNS_FORMAT: Format = {
  ...JSON_FORMAT,
  name: 'json-columns',
  start: (columns) => `{"columns":${JSON.stringify(columns.map(describeColumn))},"result":[`,
};

/** RFC 4180, with a header line. */
export const CSV_FORMAT: Format = {
  name: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  start: (columns) => csvHeader(columns, false),
  between: '',
  end: '',
  compile: (columns) => csvRow(columns, false),
};

/** CSV in which spreadsheets read no text as a formula. */
export const SAFE_CSV_FORMAT: Format = {
  ...CSV_FORMAT,
  name: 'csv-safe',
  start: (columns) => csvHeader(columns, true),
  compile: (columns) => csvRow(columns, true),
};

/** One JSON object per line, rows only. */
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
