import type { Type } from '../../types.ts';
import { checkFormatLength } from '../datetime/format/format-elements.ts';

/** A part of a format, translated to FORMAT_TIMESTAMP, and the letter case of its output. */
export interface FormatPiece {
  /** The part as it is written. */
  readonly text: string;
  readonly format: string;
  readonly letters: 'as they are' | 'upper' | 'lower';
}

/** The elements of CAST's formats, longest first, with their FORMAT_TIMESTAMP equivalents. */
const ELEMENTS: readonly (readonly [name: string, format: string, of: 'date' | 'time' | 'zone'])[] =
  [
    ['TZH:TZM', '%Ez', 'zone'],
    ...Array.from('123456', (digits) => [`SS.FF${digits}`, `%E${digits}S`, 'time'] as const),
    ['MONTH', '%B', 'date'],
    ['YYYY', '%E4Y', 'date'],
    ['HH12', '%I', 'time'],
    ['HH24', '%H', 'time'],
    ['DDD', '%j', 'date'],
    ['DAY', '%A', 'date'],
    ['MON', '%b', 'date'],
    ['HH', '%I', 'time'],
    ['YY', '%y', 'date'],
    ['MM', '%m', 'date'],
    ['DD', '%d', 'date'],
    ['DY', '%a', 'date'],
    ['MI', '%M', 'time'],
    ['SS', '%S', 'time'],
    ['AM', '%p', 'time'],
    ['PM', '%p', 'time'],
  ];

/** Unsupported elements that start like a supported one. */
const UNSUPPORTED = /^(?:SSSSS|YYY(?!Y)|YYYYY|Y,YYY|RRRR|RR|FF\d|TZM|TZH(?!:TZM)|[AP]\.M\.)/i;

const NAMES = new Set(['%B', '%b', '%A', '%a', '%p']);

const ELEMENT_GROUPS: Readonly<Partial<Record<Type['kind'], ReadonlySet<string>>>> = {
  DATE: new Set(['date']),
  TIME: new Set(['time']),
  DATETIME: new Set(['date', 'time']),
  TIMESTAMP: new Set(['date', 'time', 'zone']),
};

/** Whether CAST formats values of a type. */
export function takesFormat({ kind }: Type): boolean {
  return ELEMENT_GROUPS[kind] !== undefined;
}

/** Translates a CAST format for a type; throws for elements that the type does not have or that are not supported. */
export function translateFormat(format: string, { kind }: Type): readonly FormatPiece[] {
  checkFormatLength(format);
  const pieces: FormatPiece[] = [];
  let at = 0;
  while (at < format.length) {
    const piece = readPiece(format.slice(at), kind);
    pieces.push(piece);
    at += piece.text.length;
  }
  return pieces;
}

function readPiece(rest: string, kind: Type['kind']): FormatPiece {
  const literal = /^(?:"((?:[^"\\])*)"|([-./,';: ]+))/.exec(rest);
  if (literal) {
    const text = literal[1] ?? literal[0];
    return { text: literal[0], format: text.replaceAll('%', '%%'), letters: 'as they are' };
  }
  const upper = rest.toUpperCase();
  const element = UNSUPPORTED.test(rest)
    ? undefined
    : ELEMENTS.find(([name]) => upper.startsWith(name));
  if (!element || !ELEMENT_GROUPS[kind]?.has(element[2])) {
    throw new Error(`Format element "${rest.slice(0, 10)}" is not supported for ${kind}`);
  }
  const [name, translated] = element;
  const text = rest.slice(0, name.length);
  return { text, format: translated, letters: lettersOf(text, translated) };
}

/** The case of an element's first two letters decides the case of its output: `MONTH`, `Month` or `month`. */
function lettersOf(text: string, translated: string): FormatPiece['letters'] {
  if (!NAMES.has(translated)) return 'as they are';
  const [first = '', second = ''] = text;
  if (first === first.toLowerCase()) return 'lower';
  return second === second.toLowerCase() ? 'as they are' : 'upper';
}
