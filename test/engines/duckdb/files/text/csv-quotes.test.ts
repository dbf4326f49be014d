import { expect, test } from 'vitest';
import { CsvQuotes } from '../../../../../src/engines/duckdb/files/text/csv-quotes.ts';

/** The open quote of a text that is read in pieces of any length. */
function openIn(text: string): readonly (number | undefined)[] {
  return Array.from({ length: text.length }, (_, i) => {
    const quotes = new CsvQuotes();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += i + 1) quotes.read(bytes.subarray(at, at + i + 1));
    return quotes.open;
  });
}

test.each([
  ['a,b\n1,2\n', undefined],
  ['"a","b"\n"1","2"', undefined],
  ['a\n"x ""y"" z"\n""\n""""\n', undefined],
  ['a\n5" pipe\n6"\n', undefined],
  ['a,b\n1,"x\n', 6],
  ['a,b\n1,"x""\n', 6],
  ['a,b\n1,  "x\n', 8],
  ['"', 0],
  ['a\r"x', 2],
  ['a\n"""', 2],
])('CsvQuotes finds the quote of %j that is not closed', (text, open) => {
  expect(new Set(openIn(text))).toEqual(new Set([open]));
});
