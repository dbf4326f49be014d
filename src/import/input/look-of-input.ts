import type { Table } from '#googlesql';
import { parseCombinedLine } from '../rows/combined-log.ts';
import { parseCsvRecord } from './csv-records.ts';
import { ACCESS_LOG_TABLE, type Format, missingColumns, SEPARATORS } from './detect-format.ts';

/** The lines that are tried: if none of them can be read, the format is wrong. */
const FIRST_LINES = 10;

/**
 * What the beginning of an input looks like when none of its first lines can be read in the format that was guessed;
 * undefined if one can, or if it looks like none of the other formats.
 */
export function lookOfOther(text: string, format: Format, table: Table): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines.slice(0, FIRST_LINES);
  const isRead = format === 'combined' ? isCombined : isJsonObject;
  if (first.length === 0 || first.some(isRead)) return undefined;
  return lookOf(first, table) ?? (isJson(text) ? SPREAD_JSON : undefined);
}

const SPREAD_JSON =
  'JSON over several lines or in one array; NDJSON has an object in each line, as "jq -c" writes it';

const ONE_ARRAY = 'a JSON array; NDJSON has an object in each line, as "jq -c .[]" writes them';

function lookOf([header = '', ...lines]: readonly string[], table: Table): string | undefined {
  if (/^sep=/i.test(header)) {
    return `CSV with "${header.trim()}" before its header: take that line away, and separate the fields by commas`;
  }
  // Its last line may be beyond what is looked at.
  if (/^\s*(?:\[\s*)?\{?\s*$/.test(header)) return SPREAD_JSON;
  if (isCombined(header)) return `an access log, which only ${ACCESS_LOG_TABLE} takes`;
  if (!isTabular(header, lines)) return undefined;
  const missing = missingColumns(header, table).map((name) => `"${name}"`);
  return `CSV whose header does not name ${missing.join(', ') || 'any column of the table'}`;
}

/** What an array of objects that begins and ends in one line looks like; it may end beyond what is looked at. */
export function lookOfArray(text: string): string | undefined {
  return /^\s*\[[ \t]*(?:\{[^\r\n]|\])/.test(text) ? ONE_ARRAY : undefined;
}

/** Whether all lines have as many fields as the first, and more than one. */
function isTabular(header: string, lines: readonly string[]): boolean {
  return SEPARATORS.some((separator) => {
    const count = fieldsOf(header, separator);
    return count > 1 && lines.every((line) => fieldsOf(line, separator) === count);
  });
}

function fieldsOf(line: string, separator: string): number {
  try {
    return parseCsvRecord(line, separator).length;
  } catch {
    return 0;
  }
}

function isCombined(line: string): boolean {
  return isReadBy(() => parseCombinedLine(line.trimEnd()));
}

function isJsonObject(line: string): boolean {
  return line.trimStart().startsWith('{') && isJson(line);
}

function isJson(text: string): boolean {
  return isReadBy(() => JSON.parse(text));
}

function isReadBy(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
