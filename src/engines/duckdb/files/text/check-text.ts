import { packingOf } from '../file-format.ts';
import { CsvQuotes } from './csv-quotes.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

const LINE_END = 0x0a;

/** Throws for a packed file that is cut or damaged: DuckDB reads the rows before the end as if they were all. */
export async function checkPacking(path: string): Promise<void> {
  if (!packingOf(path)) return;
  for await (const _ of unpackedBytes(path));
}

/** Throws for a CSV file that is no text in UTF-8, has a quote that is not closed, or is packed and damaged. */
export async function checkCsv(path: string): Promise<void> {
  const quotes = new CsvQuotes();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of unpackedBytes(path)) {
    quotes.read(bytes);
    checkUtf8(utf8, bytes);
  }
  checkUtf8(utf8);
  if (quotes.open === undefined) return;
  throw new Error(`a quote is not closed that opens in line ${await lineOf(path, quotes.open)}`);
}

/** DuckDB fails of other bytes only where it reads their column, and then may end its instance. */
function checkUtf8(utf8: TextDecoder, bytes?: Buffer): void {
  try {
    utf8.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw new Error('it is no text in UTF-8', { cause });
  }
}

/** The number of the line with a byte. */
async function lineOf(path: string, position: number): Promise<number> {
  let [line, start] = [1, 0];
  for await (const bytes of unpackedBytes(path)) {
    const before = bytes.subarray(0, Math.max(0, position - start));
    for (let at = before.indexOf(LINE_END); at >= 0; at = before.indexOf(LINE_END, at + 1))
      line += 1;
    start += bytes.length;
  }
  return line;
}
