import { type ExactNumber, fixedText, readNumber, significant } from './exact-number.ts';

/** `%[flags][width][.precision]letter`; a width or a precision that was an argument may be negative. */
const SPECIFIER = /^%([-+ #0']*)(-?\d*)(?:\.(-?\d*))?([a-zA-Z])$/;

interface Specifier {
  readonly flags: string;
  readonly width: number;
  /** Undefined if there is none, or a negative one. */
  readonly precision: number | undefined;
  /** In lower case. */
  readonly letter: string;
}

/** The digits of a number without its sign. */
interface Digits {
  readonly text: string;
  /** What stands between the sign and the zeros that fill the width. */
  readonly prefix?: string;
  /** What the flag `0` fills the width with. @default '0' */
  readonly zero?: '0' | ' ';
}

/** The maximum width, and the maximum precision of integers. */
const MAX_OUTPUT = 131_072;
const MAX_FRACTION = 1074;

/** A number, which `text` is in DuckDB's notation, as FORMAT writes it by one specifier. */
export function formatNumber(text: string, specifier: string, kind: string): string {
  const own = readSpecifier(specifier);
  const number = readNumber(text, kind);
  const isNegative = number?.isNegative ?? text === '-inf';
  const digits = number
    ? digitsOf(number, own)
    : { text: text.replace('-', ''), zero: ' ' as const };
  const written = filled(digits, isNegative, own);
  return /[A-Z]$/.test(specifier) ? written.toUpperCase() : written;
}

function readSpecifier(specifier: string): Specifier {
  const [, flags = '', width = '', digits, last = ''] = SPECIFIER.exec(specifier) ?? [];
  const letter = last.toLowerCase().replace('i', 'd');
  const precision = digits === undefined ? -1 : Number(digits || 0);
  refuseLongOutput(Number(width), precision, letter);
  return {
    flags,
    width: Number(width),
    // More digits of %g are zeros, which it does not write.
    precision:
      precision < 0 ? undefined : Math.min(precision, letter === 'g' ? MAX_FRACTION : precision),
    letter,
  };
}

function refuseLongOutput(width: number, precision: number, letter: string): void {
  if (precision > MAX_FRACTION && 'ef'.includes(letter))
    throw new Error(`GoogleSQL: Precision value is too big${MAX_FRACTION}`);
  if (Math.max(Math.abs(width), letter === 'g' ? 0 : precision) > MAX_OUTPUT)
    throw new Error('GoogleSQL: Output of FORMAT exceeds max allowed output size of 128KB');
}

/** How integers are written by letter: the base, the prefix of `#`, and the groups of `'`. */
const BASES = {
  d: { base: 10, prefix: '', group: 3, separator: ',' },
  x: { base: 16, prefix: '0x', group: 4, separator: ':' },
  o: { base: 8, prefix: '0', group: 4, separator: ',' },
};

function digitsOf(number: ExactNumber, own: Specifier): Digits {
  return Object.hasOwn(BASES, own.letter) ? integerDigits(number, own) : realDigits(number, own);
}

function integerDigits(
  { numerator }: ExactNumber,
  { flags, precision, letter }: Specifier,
): Digits {
  const { base, prefix, group, separator } = BASES[letter as keyof typeof BASES];
  const isGrouped = flags.includes("'");
  const least = numerator.toString(base);
  const isPlain = letter === 'd' && !isGrouped;
  const isNothing = isPlain && precision === 0 && numerator === 0n;
  const text = isNothing ? '' : least.padStart(precision ?? 1, '0');
  const isPrefixed = flags.includes('#') && !(letter === 'o' && text.length > least.length);
  return {
    text: isGrouped ? grouped(text, group, separator) : text,
    prefix: isPrefixed ? prefix : '',
    zero: isPlain && precision !== undefined ? ' ' : '0',
  };
}

function realDigits(number: ExactNumber, own: Specifier): Digits {
  const { flags, precision = 6, letter } = own;
  const written = { f: fixedText, e: scientificText, g: generalText }[letter as 'f' | 'e' | 'g'];
  const [whole = '', fraction, exponent = ''] = partsOf(written(number, precision));
  const isShort = letter === 'g' && !flags.includes('#');
  const behind = isShort ? fraction?.replace(/0+$/, '') : fraction;
  const point = behind || flags.includes('#') ? '.' : '';
  const before = flags.includes("'") ? grouped(whole, 3, ',') : whole;
  return { text: `${before}${point}${behind ?? ''}${exponent}` };
}

function partsOf(text: string): readonly (string | undefined)[] {
  return /^(\d+)(?:\.(\d+))?(e.*)?$/.exec(text)?.slice(1) ?? [];
}

/** The magnitude as `%.{precision}e`. */
export function scientificText(number: ExactNumber, precision: number): string {
  const { digits, exponent } = significant(number, precision);
  const fraction = precision === 0 ? '' : `.${digits.slice(1)}`;
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits.slice(0, 1)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
}

/** The magnitude with so many significant digits, and with an exponent where that is shorter. */
function generalText(number: ExactNumber, precision: number): string {
  const digits = Math.max(precision, 1);
  const { exponent } = significant(number, digits - 1);
  return exponent < -4 || exponent >= digits
    ? scientificText(number, digits - 1)
    : fixedText(number, digits - 1 - exponent);
}

function grouped(digits: string, size: number, separator: string): string {
  return digits.replace(new RegExp(`(?<=.)(?=(?:.{${size}})+$)`, 'g'), separator);
}

/** Digits behind their sign, filled to the width. */
function filled(
  { text, prefix = '', zero = '0' }: Digits,
  isNegative: boolean,
  { flags, width }: Specifier,
): string {
  const positive = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const sign = `${isNegative ? '-' : positive}${prefix}`;
  if (width < 0 || flags.includes('-')) return `${sign}${text}`.padEnd(Math.abs(width));
  if (!flags.includes('0') || zero === ' ') return `${sign}${text}`.padStart(width);
  return `${sign}${text.padStart(width - sign.length, '0')}`;
}
