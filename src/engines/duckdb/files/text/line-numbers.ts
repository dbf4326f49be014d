import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import { unpackedBytes } from './unpacked-bytes.ts';

/** A record of a CSV file or a line of NDJSON, with the number of its first line in the file. */
export interface NumberedRecord {
  readonly line: number;
  /** The number of a CSV record's fields. */
  readonly fields: number;
  readonly text: string;
}

/** Records as DuckDB counts them: a blank line is none, unless it is the one field of a CSV record. */
export function numberedRecords(
  path: string,
  names: readonly string[] | undefined,
): AsyncIterable<NumberedRecord> {
  return names ? csvRecords(path, names.length === 1) : jsonLines(path);
}

async function* jsonLines(path: string): AsyncGenerator<NumberedRecord> {
  let line = 0;
  for await (const text of createInterface({ input: Readable.from(unpackedBytes(path)) })) {
    line += 1;
    if (text.trim() !== '') yield { line, fields: 1, text };
  }
}

const OPTIONS: Options = {
  bom: true,
  raw: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
};

/** A record as `csv-parse` gives it, whose typings do not know what `raw` changes. */
interface Parsed {
  readonly record: readonly string[];
  /** Its text, with the blank lines before it and one line end behind it. */
  readonly raw: string;
}

const LINE_END = /\r\n|\n|\r/;
const BLANK_LINES = /^[\r\n]*/;

async function* csvRecords(path: string, hasOneField: boolean): AsyncGenerator<NumberedRecord> {
  const options = { ...OPTIONS, skip_empty_lines: !hasOneField };
  const records: AsyncIterable<Parsed> = Readable.from(unpackedBytes(path)).compose(parse(options));
  let [line, isHeader] = [1, true];
  for await (const { record, raw } of records) {
    const [blank = ''] = hasOneField ? [] : (BLANK_LINES.exec(raw) ?? []);
    const text = raw.slice(blank.length);
    line += lineEnds(blank);
    if (!isHeader) yield { line, fields: record.length, text };
    line += lineEnds(text);
    isHeader = false;
  }
}

/** Its own count of lines counts `\r\n` in quotes twice. */
function lineEnds(text: string): number {
  return text.split(LINE_END).length - 1;
}
