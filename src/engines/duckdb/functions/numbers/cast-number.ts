import { LRUCache } from 'lru-cache';
import { type NumberFormat, readNumberFormat } from '#googlesql/runtime';
import { type ExactNumber, fixedText, readNumber, scaled } from './exact-number.ts';
import { scientificText } from './format-number.ts';

const FORMATS = new LRUCache<string, NumberFormat>({ max: 100 });

/** CAST of a number, which `text` is in DuckDB's notation, to STRING by a format. */
export function castNumber(text: string, format: string, kind: string): string {
  const known = FORMATS.get(format);
  const own = known ?? readNumberFormat(format);
  if (!known) FORMATS.set(format, own);
  const number = readNumber(text, kind);
  const body = number ? finite(number, own) : infinite(text, own);
  const isNegative = number?.isNegative ?? text === '-inf';
  return placed(body, isNegative, own);
}

/** A number without its sign and currency. */
interface Body {
  readonly text: string;
  /** So many spaces stand before it, and before what is put before it. */
  readonly padding: number;
  /** Whether all that belongs to it is spaces. */
  readonly isBlank?: boolean;
  /** Whether its sign is a space. */
  readonly isUnsigned?: boolean;
}

const CURRENCIES: Readonly<Record<string, string>> = { $: '$', L: '$', l: '$', C: 'USD', c: 'usd' };

/** A body with its sign and currency. */
function placed(body: Body, isNegative: boolean, own: NumberFormat): string {
  const { text, padding, isBlank = false, isUnsigned = isBlank } = body;
  const [before, behind] = signs(own, isNegative).map((sign) => (isUnsigned ? blank(sign) : sign));
  const currency = CURRENCIES[own.currency ?? ''] ?? '';
  const written = `${currency}${text}`;
  const all = `${' '.repeat(padding)}${before}${isBlank ? blank(written) : written}${behind}`;
  return own.isCompact ? all.trim() : all;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

type Around = readonly [before: string, behind: string];

/** What stands around negative numbers and others. */
const SIGNS: Readonly<Record<string, readonly [negative: Around, other: Around]>> = {
  'S first': [
    ['-', ''],
    ['+', ''],
  ],
  S: [
    ['', '-'],
    ['', '+'],
  ],
  MI: [
    ['', '-'],
    ['', ' '],
  ],
  PR: [
    ['<', '>'],
    [' ', ' '],
  ],
};

const DEFAULT_SIGNS: readonly [Around, Around] = [
  ['-', ''],
  [' ', ''],
];

function signs({ sign = '', isSignFirst }: NumberFormat, isNegative: boolean): Around {
  const [negative, other] = SIGNS[isSignFirst ? 'S first' : sign] ?? DEFAULT_SIGNS;
  return isNegative ? negative : other;
}

function finite(number: ExactNumber, own: NumberFormat): Body {
  return own.isHexadecimal ? hexadecimal(number, own) : decimal(number, own);
}

/** Elements before the point and from it on; before an exponent there is one digit at most. */
function halves({ elements }: NumberFormat) {
  const found = elements.findIndex((element) => /^(?:[.DV]|EEEE)$/i.test(element));
  const point = found < 0 ? elements.length : found;
  const exponent = elements.find((element) => /^EEEE$/i.test(element));
  const before = elements.slice(exponent ? Math.max(0, point - 1) : 0, point);
  const places = elements.slice(0, point).filter(isDigit).length;
  return { before, after: elements.slice(point), exponent, places };
}

function isDigit(element: string): boolean {
  return element === '0' || element === '9';
}

function decimal(number: ExactNumber, own: NumberFormat): Body {
  const { before, after, exponent, places } = halves(own);
  const scale = after.filter(isDigit).length;
  const digits = exponent ? scientificText(number, scale) : fixedText(number, scale);
  const [, whole = '', all = '', power = ''] = /^(\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(digits) ?? [];
  const integer = whole === '0' ? '' : whole;
  const fraction = own.isCompact ? all.replace(/0+$/, '') : all;
  const isOver = integer.length > places;
  const ending = isOver
    ? endingText(after, '#'.repeat(scale), '####')
    : endingText(after, fraction, `${exponent?.slice(0, 1)}${power}`);
  const isShown = integer !== '' || exponent || before.includes('0') || fraction === '';
  const { text, padding } =
    places > 0 && isShown
      ? filled(before, integer || '0', isOver)
      : { text: '', padding: before.length };
  return { text: `${text}${ending}`, padding, isBlank: own.isBlank && integer === '' };
}

/** From the point on. */
function endingText(after: readonly string[], fraction: string, exponent: string): string {
  const rest = [...fraction];
  const written = after.map((element) => {
    if (isDigit(element)) return rest.shift() ?? '';
    if (element.length > 1) return exponent;
    return /^v$/i.test(element) ? '' : '.';
  });
  return written.join('');
}

/** Digits in the places of elements from the last one on, with zeros from the first `0` on. */
function filled(elements: readonly string[], digits: string, isOver: boolean): Body {
  const firstZero = elements.indexOf('0');
  const rest = [...digits];
  const written: string[] = [];
  const nextDigit = () => {
    const digit = rest.pop() ?? '0';
    return isOver ? '#' : digit;
  };
  let at = elements.length;
  while (at > 0 && (rest.length > 0 || (firstZero >= 0 && at > firstZero))) {
    at -= 1;
    written.unshift(/^[,G]$/i.test(elements[at] ?? '') ? ',' : nextDigit());
  }
  return { text: written.join(''), padding: at };
}

const MAX_HEXADECIMAL = 1n << 64n;

/** The number is rounded to an integer, half away from zero. */
function hexadecimal(number: ExactNumber, { elements }: NumberFormat): Body {
  const magnitude = scaled({ ...number, isFloat: false }, 0);
  const digits = magnitude.toString(16);
  const isOver = digits.length > elements.length || magnitude >= MAX_HEXADECIMAL;
  const { text, padding } = filled(elements, digits, isOver);
  const letters = [...text].map((letter, i) =>
    isLower(elements, padding + i) ? letter : letter.toUpperCase(),
  );
  return { text: letters.join(''), padding };
}

/** `0` is in the case of the next `X` or `x`. */
function isLower(elements: readonly string[], index: number): boolean {
  return elements.slice(index).find((element) => element !== '0') === 'x';
}

/** `INF` or `NAN` in the places of the integer. */
function infinite(value: string, own: NumberFormat): Body {
  const isUnsigned = value.endsWith('nan');
  const name = isUnsigned ? 'NAN' : 'INF';
  if (own.isHexadecimal) return { text: '#'.repeat(own.elements.length), padding: 0 };
  const { before, after, exponent } = halves(own);
  if (exponent) return { text: name, padding: before.length + after.length, isUnsigned };
  const isOver = before.length < name.length;
  const written = isOver ? before.map((element) => (isDigit(element) ? '#' : ',')).join('') : name;
  const ending = endingText(after, '#'.repeat(after.length), '');
  const behind = isOver ? ending : blank(own.isCompact ? '' : ending);
  return {
    text: `${written}${behind}`,
    padding: Math.max(0, before.length - name.length),
    isUnsigned,
  };
}
