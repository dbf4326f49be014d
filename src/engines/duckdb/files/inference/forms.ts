import { parseDate } from '#googlesql/runtime';

/**
 * What a value that is not NULL looks like: `wide` is an integer that cannot be read as INT64: one beyond 64 bits, in JSON
 * one beyond 2^53 - 1. `text` is everything that is nothing else; `object` and `array` are in JSON only.
 */
export type Form =
  | 'bool'
  | 'int'
  | 'wide'
  | 'float'
  | 'date'
  | 'datetime'
  | 'time'
  | 'timestamp'
  | 'text'
  | 'object'
  | 'array';

const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const TIME = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?`;
const ZONE = '(?:Z| UTC|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)';
/** A code with leading zeros or a plus is no number. */
const INTEGER = '-?(?:0|[1-9][0-9]*)';

/** The forms of texts, as regular expressions of both RE2 and JavaScript that match whole texts. */
const TIMES: readonly (readonly [Form, string])[] = [
  ['date', DATE],
  ['timestamp', `${DATE}[ T]${TIME}${ZONE}`],
  ['datetime', `${DATE}[ T]${TIME}`],
  ['time', TIME],
];

const TIME_PATTERNS = TIMES.map(([form, source]) => [form, new RegExp(`^${source}$`)] as const);
const DATE_LETTERS = 10;

/** The form of a JSON string: one of a date or time, or `text`. */
export function stringForm(text: string): Form {
  // All of them begin with a digit.
  if (!/^[0-9]/.test(text)) return 'text';
  const [form] = TIME_PATTERNS.find(([, pattern]) => pattern.test(text)) ?? [];
  if (form === undefined || form === 'time') return form ?? 'text';
  return parseDate(text.slice(0, DATE_LETTERS)) === undefined ? 'text' : form;
}

/** The forms of fields in CSV files, each with a bit of its own. */
const FIELD_FORMS: readonly Form[] = [
  ...(['wide', 'int', 'bool', 'float', 'date', 'timestamp', 'datetime', 'time', 'text'] as const),
];

function bitOf(form: Form): number {
  return 1 << FIELD_FORMS.indexOf(form);
}

/** DuckDB text of the bit of a CSV field's form; the field is a VARCHAR that is not NULL. */
export function fieldFormBit(value: string): string {
  const times = TIMES.map(([form, source]) => {
    const isDay =
      form === 'time' ? '' : ` AND gsql_text_date(left(${value}, ${DATE_LETTERS})) IS NOT NULL`;
    return `WHEN regexp_full_match(${value}, '${source}')${isDay} THEN ${bitOf(form)}`;
  });
  return `CASE WHEN regexp_full_match(${value}, '${INTEGER}') THEN CASE WHEN TRY_CAST(${value} AS BIGINT) IS NULL THEN ${bitOf('wide')} ELSE ${bitOf('int')} END
    WHEN lower(${value}) IN ('true', 'false') THEN ${bitOf('bool')}
    WHEN regexp_full_match(${value}, '${INTEGER}(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?') AND file_text_float64(${value}) IS NOT NULL THEN ${bitOf('float')}
    ${times.join(' ')} ELSE ${bitOf('text')} END`;
}

/** The forms whose bits are set. */
export function formsOfBits(bits: number): readonly Form[] {
  return FIELD_FORMS.filter((form) => (bits & bitOf(form)) !== 0);
}
