import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { excerpt } from '#googlesql/runtime';
import { unpackedBytes } from './unpacked-bytes.ts';

/** RFC 4180, with the line ends that DuckDB takes. */
const OPTIONS = { bom: true, record_delimiter: ['\r\n', '\n', '\r'], to: 1 };

/** What separates the fields of what is called CSV too. */
const OTHER_SEPARATORS = /[;\t|]/;

/** The names in the first record of a CSV file; throws an `Error` that says why the file has no header. */
export async function readCsvHeader(path: string): Promise<readonly string[]> {
  const records: AsyncIterable<readonly string[]> = Readable.from(utf8(path)).compose(
    parse(OPTIONS),
  );
  for await (const record of records) return checkNames(record);
  throw new Error('it has no header');
}

function checkNames(names: readonly string[]): readonly string[] {
  const [only = ''] = names;
  // DuckDB would take the blank line for the header, and the header for a row.
  if (names.length === 1 && only === '') throw new Error('its first line is blank');
  if (names.some((name) => /[\0\ufffd]/.test(name))) throw new Error('it is no text in UTF-8');
  if (names.length === 1 && OTHER_SEPARATORS.test(only)) {
    throw new Error(`its fields must be separated by commas, and its header is "${excerpt(only)}"`);
  }
  const keys = names.map((name) => name.toLowerCase());
  const twice = names.find((name, i) => name !== '' && keys.indexOf(name.toLowerCase()) !== i);
  if (twice !== undefined) throw new Error(`its header has "${excerpt(twice)}" twice`);
  return names;
}

/** The bytes of a file; its parser would take another encoding where the first of them say so, and DuckDB would not. */
async function* utf8(path: string): AsyncGenerator<Buffer> {
  for await (const bytes of unpackedBytes(path)) {
    if (bytes[0] === 0xff || bytes[0] === 0xfe) throw new Error('it is no text in UTF-8');
    yield bytes;
  }
}
