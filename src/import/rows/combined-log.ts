import { BadLine } from './bad-line.ts';
import { type RequestOrigin, readOrigin } from './client-address.ts';
import { unescapeField } from './unescape.ts';

/** A request in an access log of Apache or nginx; `-` is undefined. */
export interface LoggedRequest extends RequestOrigin {
  readonly micros: number;
  readonly request: string;
  readonly status: number | undefined;
  readonly size: string | undefined;
  readonly referer: string | undefined;
  readonly agent: string | undefined;
  /** Whether the last quoted field has no closing quote; it then extends to the end of the line. */
  readonly isUnterminated: boolean;
}

const TIME = /(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})/;
const HEAD = new RegExp(`^(\\S+ .*?) \\[(${TIME.source.replaceAll(/\((?!\?)/g, '(?:')})\\] "`);
const STATUS_AND_SIZE = / (\d{3}|-) (\d+|-)/y;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Parses a line of the combined format, or of the common format, which lacks referer and user agent. */
export function parseCombinedLine(line: string): LoggedRequest {
  const head = HEAD.exec(line);
  if (!head) throw new BadLine('The line does not begin with an address and a time in brackets');
  const request = quotedField(line, head[0].length - 1);
  if (!request?.isTerminated) throw new BadLine('The request has no closing quote');
  STATUS_AND_SIZE.lastIndex = request.end;
  const numbers = STATUS_AND_SIZE.exec(line);
  if (!numbers) throw new BadLine('The request is not followed by a status and a size');
  const referer = quotedField(line, request.end + numbers[0].length + 1);
  const agent = referer?.isTerminated ? quotedField(line, referer.end + 1) : undefined;
  const last = agent ?? referer;
  refuseRest(line.slice(last?.end ?? request.end + numbers[0].length));
  return {
    ...readOrigin(head[1] ?? ''),
    micros: readMoment(head[2] ?? ''),
    request: request.text,
    status: present(numbers[1]) === undefined ? undefined : Number(numbers[1]),
    size: present(numbers[2]),
    referer: present(referer?.text),
    agent: present(agent?.text),
    isUnterminated: last !== undefined && !last.isTerminated,
  };
}

interface QuotedField {
  readonly text: string;
  /** Index after the closing quote. */
  readonly end: number;
  readonly isTerminated: boolean;
}

/** The field with its opening quote at `start`, if any; `\"` and `\\` do not end it. */
function quotedField(line: string, start: number): QuotedField | undefined {
  if (line[start] !== '"') return undefined;
  for (let i = line.indexOf('"', start + 1); i >= 0; i = line.indexOf('"', i + 1)) {
    if (!isEscaped(line, start, i)) {
      return { text: unescapeField(line.slice(start + 1, i)), end: i + 1, isTerminated: true };
    }
  }
  return { text: unescapeField(line.slice(start + 1)), end: line.length, isTerminated: false };
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(line: string, start: number, quote: number): boolean {
  let first = quote;
  while (first - 1 > start && line[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

function present(field: string | undefined): string | undefined {
  return field === '-' || field === '' ? undefined : field;
}

/** Accepts additional fields at the end, as servers may be configured to log them. */
function refuseRest(rest: string): void {
  if (rest !== '' && !rest.startsWith(' ')) {
    throw new BadLine('There is something else where the next field should begin');
  }
}

/** The last time that was read; the next line's is mostly the same. */
let last = { text: '', micros: 0 };

function readMoment(text: string): number {
  if (text !== last.text) last = { text, micros: momentOf(TIME.exec(text) ?? []) };
  return last.micros;
}

function momentOf([
  ,
  day,
  month,
  year,
  hour,
  minute,
  second,
  sign,
  zoneHour,
  zoneMinute,
]: readonly string[]): number {
  const fields = [Number(year), MONTHS.indexOf(month ?? ''), Number(day)] as const;
  const date = new Date(Date.UTC(...fields, Number(hour), Number(minute), Number(second)));
  const isReal = date.getUTCMonth() === fields[1] && date.getUTCDate() === fields[2];
  if (!isReal || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new BadLine('The time in brackets does not exist');
  }
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return (date.getTime() - (sign === '-' ? -offset : offset)) * 1_000;
}
