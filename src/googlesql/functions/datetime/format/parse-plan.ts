import { CLOCK_ELEMENTS, type FormatToken, readFormat } from './format-elements.ts';

/** A format element: the field it sets, the texts it accepts, and its width when digits follow. */
interface ParsedElement {
  readonly field?: string;
  readonly pattern: string;
  /** The pattern with the maximum width, used when digits follow immediately. */
  readonly wide?: string;
  /** Whether white space may stand before it. */
  readonly isSpaced?: boolean;
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

const WEEK = { pattern: '5[0-3]|[0-4]?[0-9]', wide: '5[0-3]|[0-4][0-9]' };

const OFFSET = '[-+](?:0[0-9]|1[0-4])(?:[0-5][0-9])?';

const ELEMENTS: Readonly<Record<string, ParsedElement>> = {
  Y: { field: 'year', pattern: '[0-9]{1,4}', wide: '[0-9]{4}' },
  E4Y: { field: 'year', pattern: '[0-9]{4}', wide: '[0-9]{4}' },
  y: { field: 'short', pattern: '[0-9]{1,2}', wide: '[0-9]{2}' },
  m: { field: 'month', pattern: '1[0-2]|0?[1-9]', wide: '1[0-2]|0[1-9]' },
  d: DAY,
  e: { ...DAY, isSpaced: true },
  b: MONTH_NAME,
  B: MONTH_NAME,
  a: WEEKDAY,
  A: WEEKDAY,
  H: CLOCK_24,
  k: { ...CLOCK_24, isSpaced: true },
  I: { ...CLOCK_12, isSpaced: true },
  l: { ...CLOCK_12, isSpaced: true },
  M: { field: 'minute', pattern: '[0-5]?[0-9]', wide: '[0-5][0-9]' },
  S: { field: 'second', pattern: '60|[0-5]?[0-9]', wide: '60|[0-5][0-9]' },
  p: { field: 'half', pattern: '(?i:am|pm)' },
  P: { field: 'half', pattern: '(?i:am|pm)' },
  C: { field: 'century', pattern: '[0-9]{1,2}', wide: '[0-9]{2}' },
  Q: { field: 'quarter', pattern: '[1-4]', wide: '[1-4]' },
  U: { field: 'sundays', ...WEEK },
  W: { field: 'mondays', ...WEEK },
  j: {
    field: 'yearday',
    pattern: '36[0-6]|3[0-5][0-9]|[12][0-9]{2}|0?[1-9][0-9]|0{0,2}[1-9]',
    wide: '36[0-6]|3[0-5][0-9]|[12][0-9]{2}|0[1-9][0-9]|00[1-9]',
  },
  u: { pattern: '[1-7]', wide: '[1-7]' },
  w: { pattern: '[0-6]', wide: '[0-6]' },
  s: { field: 'epoch', pattern: '[-+]?[0-9]{1,12}' },
  z: { field: 'zone', pattern: OFFSET },
  Ez: { field: 'zone', pattern: `${OFFSET.replace('(?:[', '(?::?[')}|Z` },
  Z: { field: 'place', pattern: '\\S+' },
};

/** Elements that say which day of a week it is. */
const WEEKDAYS_OF = new Set(['A', 'a', 'u', 'w']);

const DATE_ELEMENTS = new Set([...'AaBbhCDdeFjmQUuWwxYy', 'E4Y']);
const DATETIME_ELEMENTS = new Set([...DATE_ELEMENTS, ...CLOCK_ELEMENTS, 'c', 's']);

const ALLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  DATE: DATE_ELEMENTS,
  TIME: CLOCK_ELEMENTS,
  DATETIME: DATETIME_ELEMENTS,
  TIMESTAMP: new Set([...DATETIME_ELEMENTS, 'z', 'Ez', 'Z']),
};

/** A format as a regular expression with one group per field, in the order of `fields`. */
export interface ParsePlan {
  readonly pattern: string;
  readonly fields: readonly string[];
}

/** The plan of a format for a type; throws for what is not supported or not allowed. */
export function planOfParse(format: string, type: string): ParsePlan {
  const tokens = readFormat(format, (name) => {
    if (ALLOWED[type]?.has(name)) return true;
    if (!ALLOWED['TIMESTAMP']?.has(name))
      throw new Error(`Format element %${name} is not supported`);
    throw new Error(`Invalid format: %${name} is not allowed for the ${type} type.`);
  });
  const pieces = tokens.flatMap((token, i) => piecesOf(token, tokens[i + 1]));
  const last = new Map(pieces.map(({ field }, i) => [slotOf(field), i]));
  const captures = pieces.map(({ field, pattern }, i) =>
    field === undefined || last.get(slotOf(field)) !== i ? `(?:${pattern})` : `(${pattern})`,
  );
  const fields = pieces.flatMap(({ field }, i) =>
    field !== undefined && last.get(slotOf(field)) === i ? [field] : [],
  );
  checkRepeated(format, pieces);
  checkFields(fields, tokens);
  return { pattern: `^\\s*${captures.join('')}\\s*$`, fields };
}

/** Fields of which the last one in a format is meant. */
const SLOTS: Readonly<Record<string, string>> = {
  short: 'year',
  name: 'month',
  hour12: 'hour',
  place: 'zone',
};

function slotOf(field = ''): string {
  return SLOTS[field] ?? field;
}

/** Whether a field says a year or a part of one. */
export function isYear(field: string): boolean {
  return /^(?:year|short|century)$/.test(field);
}

const COMBINATION = 'This combination of format elements is not supported';

/** Refuses two years, one of them of two digits, and two fractions: the reference takes parts of each. */
function checkRepeated(format: string, pieces: readonly PatternPiece[]): void {
  const years = pieces.flatMap(({ field }) => (field && isYear(field) ? [field] : []));
  const isWhole = years.every((name) => name === 'year');
  const isParted = years.length === 2 && new Set(years).size === 2 && !years.includes('year');
  const isMixed = years.length > 1 && !isWhole && (!isParted || /%[Dx]/.test(format));
  if (isMixed || pieces.filter(({ field }) => field === 'fraction').length > 1)
    throw new Error(COMBINATION);
}

/** Dates beside a year that say all of it. */
const WHOLE_DATES = ['yearday', 'sundays', 'mondays', 'quarter'];

/** Refuses combinations of fields that depend on their order, or that the reference does not have. */
function checkFields(fields: readonly string[], tokens: readonly FormatToken[]): void {
  if (fields.includes('epoch')) return;
  const has = (...names: readonly string[]) => names.some((name) => fields.includes(name));
  const isWeekday = tokens.some((token) => token.kind === 'element' && WEEKDAYS_OF.has(token.name));
  const whole = fields.filter((name) => WHOLE_DATES.includes(name)).length;
  const isOrdered = whole > 1 || (whole === 1 && has('month', 'name', 'day'));
  const isOfWeek = isWeekday && has('sundays', 'mondays');
  if (isOrdered || isOfWeek) throw new Error(COMBINATION);
}

/** A part of a pattern, and the field that it sets. */
interface PatternPiece {
  readonly pattern: string;
  readonly field?: string | undefined;
}

function piecesOf(token: FormatToken, next: FormatToken | undefined): readonly PatternPiece[] {
  if (token.kind === 'text') {
    const pattern = token.text.replace(/\s+|[^\s\w]/g, (part) =>
      part.trim() === '' ? '\\s*' : escapeText(part),
    );
    return [{ pattern }];
  }
  const isWide = startsWithDigit(next);
  const digits = /^E(\d|\*)S$/.exec(token.name)?.[1];
  if (digits !== undefined) return secondPieces(digits, isWide);
  const element = ELEMENTS[token.name];
  if (!element) throw new Error(`Format element %${token.name} is not supported`);
  const { field, pattern, wide = pattern, isSpaced } = element;
  const piece = { field, pattern: isWide ? wide : pattern };
  return isSpaced ? [{ pattern: '\\s*' }, piece] : [piece];
}

function startsWithDigit(token: FormatToken | undefined): boolean {
  if (token?.kind !== 'element') return /^\d/.test(token?.text ?? '');
  return token.name.endsWith('S') || ELEMENTS[token.name]?.wide !== undefined;
}

/** Seconds and their fraction, which takes all digits that it may. */
function secondPieces(digits: string, isWide: boolean): readonly PatternPiece[] {
  const second = { field: 'second', pattern: isWide ? '60|[0-5][0-9]' : '60|[0-5]?[0-9]' };
  const most = digits === '*' ? 6 : Number(digits);
  if (most > 6) throw new Error(`Format element %E${digits}S is not supported`);
  if (most === 0 || (digits === '*' && isWide)) return [second];
  const count = isWide ? `{${most}}` : digits === '*' ? '+' : `{1,${most}}`;
  return [second, { field: 'fraction', pattern: `(?:\\.[0-9]${count})?` }];
}

function escapeText(character: string): string {
  return character.length === 1 && character < '\u{80}' ? `\\${character}` : character;
}
