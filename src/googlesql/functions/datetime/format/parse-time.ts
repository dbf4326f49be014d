import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
} from '../../core/define.ts';
import { argumentsOf, bind, constant } from '../../core/lowering.ts';
import { quoteText } from '../../core/quote.ts';
import type { LoweredCall } from '../../core/signatures/signature.ts';
import { castAs, NULL, type Sql, sql, variable } from '../../core/sql.ts';
import { timeFunction } from '../time-function.ts';
import { checkZone, isUtc, toInstant, zoneOf } from '../zone.ts';
import { CLOCK_ELEMENTS, type FormatToken, readFormat } from './format-elements.ts';

/** A format element: the field it sets, the texts it accepts, and its width when digits follow. */
interface ParsedElement {
  readonly field?: string;
  readonly pattern: string;
  /** The pattern with the maximum width, used when digits follow immediately. */
  readonly wide?: string;
}

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WEEKDAYS =
  'sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?';
const CLOCK_24 = { field: 'hour', pattern: '2[0-3]|[01]?[0-9]', wide: '2[0-3]|[01][0-9]' };
const CLOCK_12 = { field: 'hour12', pattern: '1[0-2]|0?[1-9]', wide: '1[0-2]|0[1-9]' };
const DAY = { field: 'day', pattern: '3[01]|[12][0-9]|0?[1-9]', wide: '3[01]|[12][0-9]|0[1-9]' };
const MONTH_NAME = { field: 'name', pattern: `(?i:${MONTHS})` };
const WEEKDAY = { pattern: `(?i:${WEEKDAYS})` };

const OFFSET = '[-+](?:0[0-9]|1[0-4])(?:[0-5][0-9])?';

const ELEMENTS: Readonly<Record<string, ParsedElement>> = {
  Y: { field: 'year', pattern: '[0-9]{1,4}', wide: '[0-9]{4}' },
  E4Y: { field: 'year', pattern: '[0-9]{4}', wide: '[0-9]{4}' },
  y: { field: 'short', pattern: '[0-9]{1,2}', wide: '[0-9]{2}' },
  m: { field: 'month', pattern: '1[0-2]|0?[1-9]', wide: '1[0-2]|0[1-9]' },
  d: DAY,
  e: DAY,
  b: MONTH_NAME,
  B: MONTH_NAME,
  a: WEEKDAY,
  A: WEEKDAY,
  H: CLOCK_24,
  k: CLOCK_24,
  I: CLOCK_12,
  l: CLOCK_12,
  M: { field: 'minute', pattern: '[0-5]?[0-9]', wide: '[0-5][0-9]' },
  S: { field: 'second', pattern: '60|[0-5]?[0-9]', wide: '60|[0-5][0-9]' },
  p: { field: 'half', pattern: '(?i:am|pm)' },
  P: { field: 'half', pattern: '(?i:am|pm)' },
  s: { field: 'epoch', pattern: '[-+]?[0-9]{1,12}' },
  z: { field: 'zone', pattern: OFFSET },
  Ez: { field: 'zone', pattern: `${OFFSET.replace('(?:[', '(?::?[')}|Z` },
};

const DATE_ELEMENTS = new Set([...'AaBbhDdeFmxYy', 'E4Y']);
const DATETIME_ELEMENTS = new Set([...DATE_ELEMENTS, ...CLOCK_ELEMENTS, 'c', 's']);

const ALLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  DATE: DATE_ELEMENTS,
  TIME: CLOCK_ELEMENTS,
  DATETIME: DATETIME_ELEMENTS,
  TIMESTAMP: new Set([...DATETIME_ELEMENTS, 'z', 'Ez']),
};

/** A format as a regular expression with one group per field, in the order of `fields`. */
interface ParsePlan {
  readonly pattern: string;
  readonly fields: readonly string[];
}

function planOfParse(format: string, type: string): ParsePlan {
  const tokens = readFormat(format, (name) => {
    if (ALLOWED[type]?.has(name)) return true;
    if (!ALLOWED['TIMESTAMP']?.has(name))
      throw new Error(`Format element %${name} is not supported`);
    throw new Error(`Invalid format: %${name} is not allowed for the ${type} type.`);
  });
  const fields: string[] = [];
  const pieces = tokens.map((token, i) => piece(token, tokens[i + 1], fields));
  if (new Set(fields).size < fields.length) throw new Error('A format element is there twice');
  checkFields(new Set(fields));
  return { pattern: `^\\s*${pieces.join('')}\\s*$`, fields };
}

/** Refuses redundant and incomplete combinations of fields. */
function checkFields(fields: ReadonlySet<string>): void {
  const clash = [
    ['year', 'short'],
    ['month', 'name'],
    ['hour', 'hour12'],
  ].some(([one = '', other = '']) => fields.has(one) && fields.has(other));
  const isHalf = fields.has('half') !== fields.has('hour12');
  const isMixed = fields.has('epoch') && fields.size > 1;
  if (clash || isHalf || isMixed)
    throw new Error('This combination of format elements is not supported');
}

function piece(token: FormatToken, next: FormatToken | undefined, fields: string[]): string {
  if (token.kind === 'text') {
    return token.text.replace(/\s+|[^\s\w]/g, (part) =>
      part.trim() === '' ? '\\s*' : escapeText(part),
    );
  }
  const digits = /^E(\d|\*)S$/.exec(token.name)?.[1];
  if (digits !== undefined) {
    fields.push('second');
    if (digits === '0') return '(60|[0-5]?[0-9])';
    fields.push('fraction');
    return `(60|[0-5]?[0-9])(\\.[0-9]${digits === '*' ? '+' : `{1,${digits}}`})?`;
  }
  const element = ELEMENTS[token.name];
  if (!element) throw new Error(`Format element %${token.name} is not supported`);
  const isWide = next?.kind === 'element' && ELEMENTS[next.name]?.wide !== undefined;
  const pattern =
    (isWide || /^\d/.test(next?.kind === 'text' ? next.text : '') ? element.wide : undefined) ??
    element.pattern;
  if (element.field === undefined) return `(?:${pattern})`;
  fields.push(element.field);
  return `(${pattern})`;
}

function escapeText(character: string): string {
  return character.length === 1 && character < '\u{80}' ? `\\${character}` : character;
}

function checkFormat(type: string): Check {
  return (call) => {
    const format = constant(call, 0);
    if (typeof format === 'string') planOfParse(format, type);
    checkZone(2)(call);
  };
}

/** The SQL that converts a field's text to a number where a cast does not; `p` holds the groups. */
const NUMBERS: Readonly<Record<string, (text: Sql) => Sql>> = {
  short: (text) =>
    sql`(CAST(${text} AS BIGINT) + CASE WHEN CAST(${text} AS BIGINT) < 69 THEN 2000 ELSE 1900 END)`,
  name: (text) =>
    sql`((instr('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${text}, 3))) + 2) // 3)`,
  hour12: (text) =>
    sql`(CAST(${text} AS BIGINT) % 12 + CASE lower(p.half) WHEN 'pm' THEN 12 ELSE 0 END)`,
  fraction: (text) => sql`CAST(left(substring(${text}, 2) || '000000', 6) AS BIGINT)`,
};

const PARTS = [
  [['year', 'short'], '1970'],
  [['month', 'name'], '1'],
  [['day'], '1'],
  [['hour', 'hour12'], '0'],
  [['minute'], '0'],
  [['second'], '0'],
  [['fraction'], '0'],
] as const;

/** The DATETIME that the groups specify. */
function assemble(fields: readonly string[]): Sql {
  if (fields.includes('epoch')) return sql`gsql_parsed_epoch(CAST(p.epoch AS BIGINT))`;
  const numbers = PARTS.map(([names, absent]) => {
    const name = names.find((candidate) => fields.includes(candidate));
    if (!name) return absent;
    return NUMBERS[name]?.(variable(`p.${name}`)) ?? sql`CAST(p.${name} AS BIGINT)`;
  });
  return sql`gsql_parsed(${numbers})`;
}

/** Parses text in the format of the first argument to a DATETIME or an instant. */
function parsed(call: LoweredCall, type: string, text: Sql): Sql {
  const { pattern, fields } = planOfParse(String(constant(call, 0)), type);
  const groups =
    fields.length === 0
      ? '{none: 1}'
      : sql`regexp_extract(${text}, ${quoteText(pattern)}, [${fields.map(quoteText)}])`;
  const value = instant(call, type, fields);
  return sql`CASE WHEN regexp_matches(${text}, ${quoteText(pattern)}) THEN list_transform([${groups}], lambda p: ${value})[1]
    WHEN ${text} IS NOT NULL THEN gsql_error('Failed to parse input string "' || ${text} || '"') END`;
}

function instant(call: LoweredCall, type: string, fields: readonly string[]): Sql {
  const local = assemble(fields);
  if (type !== 'TIMESTAMP') return local;
  const zone = zoneOf(call, 2);
  if (fields.includes('zone')) {
    return sql`gsql_instant_checked(TIMESTAMP '1970-01-01', epoch_us(${local}) - gsql_parsed_offset(p.zone), p.zone)`;
  }
  if (fields.includes('epoch') || isUtc(zone)) return sql`make_timestamptz(epoch_us(${local}))`;
  return toInstant(local, zone);
}

const RESULTS: Readonly<Record<string, (value: Sql) => Sql>> = {
  DATE: (value) => castAs(value, 'DATE'),
  TIME: (value) => castAs(value, 'TIME'),
};

function lowerParse(type: string): Lowering {
  return (call) => {
    const cast = RESULTS[type] ?? ((value: Sql) => value);
    return cast(bind(argumentsOf(call, 1, 2), ([name = NULL]) => parsed(call, type, name)));
  };
}

function parse(type: string, zone = ''): FunctionDefinition {
  return timeFunction(`PARSE_${type}`, [[`(STRING, STRING${zone}) -> ${type}`, lowerParse(type)]], {
    check: checkFormat(type),
    needsValue: needsArgument(0),
  });
}

/** PARSE_DATE, PARSE_DATETIME, PARSE_TIME and PARSE_TIMESTAMP; ISO week years, days of the year and zone names are not supported. */
export const PARSE_TIME_FUNCTIONS: readonly FunctionDefinition[] = [
  parse('DATE'),
  parse('DATETIME'),
  parse('TIME'),
  parse('TIMESTAMP', ', STRING?'),
];
