import { numericText, parseDate, parseDatetime, parseDecimal, parseTime } from '#googlesql';
import { ISO_TIMESTAMP_HINT, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';

interface ScalarText {
  /** What a value must be, for the error message. */
  readonly hint: string;
  /** Returns the canonical value; undefined for invalid text. */
  parse(text: string): string | bigint | number | boolean | undefined;
}

/** RFC 3339 permits a blank for the `T`, and CAST in GoogleSQL takes it. */
const DATE_AND_BLANK = /^(\d{4}-\d{2}-\d{2}) /;

const INT64_LIMIT = 2n ** 63n;

/** Parsers from text to canonical values, for each scalar type of a parameter except STRING. */
export const SCALAR_TEXTS: Readonly<Record<string, ScalarText>> = {
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
    parse(text) {
      const value = parseDecimal(text);
      return value === undefined ? undefined : numericText(value);
    },
  },
  BIGNUMERIC: { hint: 'a decimal number of at most 38 digits on each side', parse: bigNumeric },
  BYTES: {
    hint: 'base64',
    parse: (text) => (BASE64.test(text) && text.length % 4 === 0 ? text : undefined),
  },
  DATE: { hint: 'a date like 2026-07-01', parse: parseDate },
  DATETIME: { hint: 'a date and a time like 2026-07-01T10:00:00', parse: parseDatetime },
  TIME: { hint: 'a time like 10:00:00', parse: parseTime },
  JSON: { hint: 'JSON', parse: jsonText },
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const DECIMAL = /^([+-]?)0*(\d{1,38})(?:\.(\d{1,38}))?$/;

function bigNumeric(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') return undefined;
  const rest = fraction.replace(/0+$/, '');
  const digits = rest === '' ? whole : `${whole}.${rest}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Returns the text unchanged, so that both engines get the same JSON text. */
function jsonText(text: string): string | undefined {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
