import { type CsvError, type Options, parse } from 'csv-parse/sync';
import { excerpt } from '#googlesql';
import { messageOf } from '../../errors.ts';
import { attempt } from '../../values/attempt.ts';
import type { Entry } from './block-entry.ts';
import type { Block } from './blocks.ts';
import { CsvScanner } from './record-scanner.ts';
import { decodeText, splitRecords, TOO_LONG, undecodable } from './text-lines.ts';

/** A record as `csv-parse` gives it. */
interface Parsed {
  readonly record: readonly unknown[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/** An empty field is no value, unless it is quoted; a quote inside an unquoted field is text. */
const OPTIONS: Options = {
  cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  info: true,
  raw: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

/** The records of a block of CSV. */
export function* csvRecords({ bytes, firstLine }: Block): Generator<Entry> {
  if (!bytes) {
    const problem = `${TOO_LONG}; maybe a quote is not closed`;
    yield { line: firstLine, content: undefined, problem, raw: () => ({}) };
    return;
  }
  const text = decodeText(bytes);
  const records = text === undefined ? undefined : attempt(() => parseAll(text));
  if (records) yield* records.map((record) => entryOf(record, firstLine));
  else yield* singleRecords(bytes, firstLine);
}

/** The fields of the first record of a text. */
export function parseCsvRecord(text: string, delimiter = ','): readonly unknown[] {
  return parseAll(text, { to: 1, delimiter })[0]?.record ?? [];
}

/** Records one by one, so that one that cannot be read does not take the others with it. */
function* singleRecords(bytes: Uint8Array, firstLine: number): Generator<Entry> {
  let line = firstLine;
  for (const part of splitRecords(bytes, new CsvScanner())) {
    const text = decodeText(part);
    yield* text === undefined ? [undecodable(line, part)] : singleRecord(text, line);
    line += Buffer.from(part).toString('latin1').split('\n').length - 1;
  }
}

function singleRecord(text: string, line: number): readonly Entry[] {
  try {
    return parseAll(text).map((record) => entryOf(record, line));
  } catch (error) {
    const problem = `The record is not CSV: ${problemOf(error)}`;
    return [{ line, content: undefined, problem, raw: () => ({ text }) }];
  }
}

function problemOf(error: unknown): string {
  const { code } = error as Partial<CsvError>;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is not closed';
  return excerpt(messageOf(error));
}

function parseAll(text: string, options: Options = {}): readonly Parsed[] {
  // The typings do not know that `info` and `raw` wrap the records.
  return parse(text, { ...OPTIONS, ...options }) as unknown as readonly Parsed[];
}

const AROUND = /^[\r\n]+|[\r\n]+$/g;

function entryOf({ info, raw, record }: Parsed, firstLine: number): Entry {
  const text = raw.replace(AROUND, '');
  const line = firstLine + info.lines - text.split('\n').length;
  const entry = { line, raw: () => ({ text }) };
  return goesOnBehindQuote(record, text)
    ? { ...entry, content: undefined, problem: TEXT_BEHIND_QUOTE }
    : { ...entry, content: record };
}

const TEXT_BEHIND_QUOTE = 'The record is not CSV: text follows the closing quote of a field';

/** With `relax_quotes`, a field that goes on behind its closing quote is text that begins with a quote. */
function goesOnBehindQuote(record: readonly unknown[], text: string): boolean {
  if (!record.some((field) => typeof field === 'string' && field.startsWith('"'))) return false;
  const scanner = new CsvScanner();
  scanner.scan(Buffer.from(text));
  return scanner.hasTextBehindQuote;
}
