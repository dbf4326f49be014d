import {
  bigNumericText,
  numericText,
  parseBigDecimal,
  parseDate,
  parseDatetime,
  parseDecimal,
  parseIntervalText,
  parseTime,
  type RangeKind,
  type ScalarKind,
} from '#googlesql';
import { ISO_TIMESTAMP_HINT, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { attempt } from '../../values/attempt.ts';

interface ScalarText {
  /** What a value must be, for the error message. */
  readonly hint: string;
  /** Returns the canonical value; undefined for invalid text. */
  parse(text: string): string | bigint | number | boolean | undefined;
}

type TextKind = Exclude<ScalarKind, RangeKind | 'STRING'>;

/** RFC 3339 permits a blank for the `T`, and CAST in GoogleSQL takes it. */
const DATE_AND_BLANK = /^(\d{4}-\d{2}-\d{2}) /;

const INT64_LIMIT = 2n ** 63n;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Parsers from text to canonical values, for each scalar type of a parameter except STRING. */
export const SCALAR_TEXTS: Readonly<Record<TextKind, ScalarText>> &
  Readonly<Record<string, ScalarText>> = {
  TIMESTAMP: {
    hint: ISO_TIMESTAMP_HINT,
    parse: (text) => parseIsoTimestamp(text.replace(DATE_AND_BLANK, '$1T')),
  },
  INT64: {
    hint: 'a 64-bit integer',
    parse(text) {
      if (!/^[+-]?\d{1,19}$/.test(text)) return undefined;
      const value = BigInt(text);
      return value >= -INT64_LIMIT && value < INT64_LIMIT ? value : undefined;
    },
  },
  FLOAT64: {
    hint: 'a finite number',
    // `-0` is 0, as in GraphQL: both have the same key.
    parse: (text) =>
      text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) || 0 : undefined,
  },
  BOOL: { hint: 'true or false', parse: (text) => ({ true: true, false: false })[text] },
  NUMERIC: {
    hint: 'a decimal number with at most 29 digits before the point',
    parse: decimalParser(parseDecimal, numericText),
  },
  BIGNUMERIC: {
    hint: 'a decimal number with at most 38 digits before the point',
    parse: decimalParser(parseBigDecimal, bigNumericText),
  },
  BYTES: {
    hint: 'base64 with padding',
    // Unused bits of the last letter would make other keys of the same bytes.
    parse: (text) =>
      BASE64.test(text) && text.length % 4 === 0
        ? Buffer.from(text, 'base64').toString('base64')
        : undefined,
  },
  DATE: { hint: 'a date like 2026-07-01', parse: strictly(/^.{4}-..-..$/, parseDate) },
  DATETIME: {
    hint: 'a date and a time without an offset like 2026-07-01T10:00:00 (at most six fractional digits)',
    parse: strictly(/^.{4}-..-..(?:[Tt ]..:..:[0-5].(?:\..*)?)?$/, parseDatetime),
  },
  TIME: {
    hint: 'a time like 10:00:00 (at most six fractional digits)',
    parse: strictly(/^..:..:[0-5].(?:\..*)?$/, parseTime),
  },
  INTERVAL: {
    hint: 'an interval like 1-2 3 4:5:6.789 or P1Y2M3DT4H5M6.789S',
    parse: parseIntervalText,
  },
  JSON: { hint: 'JSON', parse: jsonText },
};

function decimalParser(
  parse: (text: string) => bigint | undefined,
  write: (value: bigint) => string,
): ScalarText['parse'] {
  return (text) => {
    const value = parse(text);
    return value === undefined ? undefined : write(value);
  };
}

/** GoogleSQL takes fields of one digit, and 60 seconds for the next minute. */
function strictly(form: RegExp, parse: ScalarText['parse']): ScalarText['parse'] {
  return (text) => (form.test(text) ? parse(text) : undefined);
}

/** Returns the text unchanged, so that both engines get the same JSON text. */
function jsonText(text: string): string | undefined {
  return attempt(() => JSON.parse(text)) === undefined ? undefined : text;
}

/** A double tells so many digits of a decimal number apart. */
const EXACT_DIGITS = 15;

/** Whether a number that was parsed from JSON may have had more digits than it holds now. */
export function mayHaveLostDigits(value: number): boolean {
  if (Number.isInteger(value)) return !Number.isSafeInteger(value);
  const [mantissa = ''] = String(value).split('e');
  return mantissa.replace(/^[-0.]+|\./g, '').length > EXACT_DIGITS;
}
