import { parseExact } from '../api/exact-json.ts';

/** Forms of values by BigQuery's type, with what an error says. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, expected: string]>> = {
  INT64: [/^[+-]?\d{1,19}$/, 'a whole number'],
  FLOAT64: [/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a number'],
  NUMERIC: [/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a decimal number'],
  BIGNUMERIC: [/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a decimal number'],
  BOOL: [/^(true|false)$/i, 'true or false'],
  DATE: [/^\d{4}-\d\d-\d\d$/, 'a date like 2026-07-01'],
  TIME: [/^\d{1,2}:\d{1,2}(:\d{1,2}(\.\d{1,6})?)?$/, 'a time like 10:00:00'],
  DATETIME: [
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/i,
    'a moment without an offset, like 2026-07-01T10:00:00',
  ],
  TIMESTAMP: [
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?( ?(Z|[+-]\d\d:?(\d\d)?))?)?$/i,
    'a moment like 2026-07-01T10:00:00Z',
  ],
  BYTES: [/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, 'base64 with padding'],
};

const MAX_INT64 = 2n ** 63n - 1n;

/** What is wrong with a value of a type; undefined if nothing that can be told here is. */
export function faultOf(type: string, text: string): string | undefined {
  const [form, expected] = FORMS[type] ?? [];
  if (form && !form.test(text)) return `This must be ${expected}`;
  if (type === 'INT64') return isInt64(text) ? undefined : 'This is beyond 64 bits';
  if (type === 'DATE' && !isDay(text)) return 'There is no such day';
  if (type === 'JSON' && !isJson(text)) return 'This must be JSON';
  return undefined;
}

function isInt64(text: string): boolean {
  const value = BigInt(text.replace(/^\+/, ''));
  return value <= MAX_INT64 && value >= -MAX_INT64 - 1n;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isJson(text: string): boolean {
  try {
    parseExact(text);
    return true;
  } catch {
    return false;
  }
}
