import { RE2JS } from 're2js';
import {
  excerpt,
  type LiteralValue,
  type ParameterPlace,
  parameterPlaces,
  patternSteps,
  type ResolvedStatement,
} from '#googlesql';
import { type EngineStatement, isForeign } from '../../engines/engine.ts';
import { badArgument } from '../../errors.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { ArgumentValue, ArgumentValues } from './arguments.ts';

/** Computed once for each statement: those of endpoints, and callers' own as long as they stay compiled. */
const cachedPlaces = new WeakMap<ResolvedStatement, readonly ParameterPlace[]>();

/**
 * Checks arguments against their places in the statement that is to run, where an engine would only fail; throws
 * `BAD_USER_INPUT` naming the parameter. Parameters that are not declared, such as derived ones, are not the caller's.
 */
export function checkPlaces(
  statement: EngineStatement,
  declared: Readonly<Record<string, unknown>>,
  values: ArgumentValues,
): void {
  // Of a foreign statement no place is known: BigQuery refuses what does not fit.
  if (isForeign(statement)) return;
  // Statements have the names of their parameters in lower case.
  const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  for (const place of getOrInsertComputed(cachedPlaces, statement.resolved, parameterPlaces)) {
    const name = names.get(place.parameter);
    const fault = name === undefined ? undefined : faultOf(place, values[name]);
    if (name !== undefined && fault !== undefined) throw badArgument(name, fault);
  }
}

/** Why an argument does not fit its place, as the end of a sentence. */
function faultOf(place: ParameterPlace, value: ArgumentValue): string | undefined {
  switch (place.kind) {
    case 'count':
      return countFault(value);
    case 'pattern':
      return typeof value === 'string' ? patternFault(value) : undefined;
    default: {
      if (Array.isArray(value)) return undefined;
      const fault = place.fault((value as LiteralValue | undefined) ?? null);
      return fault && `cannot have this value: ${excerpt(fault)}`;
    }
  }
}

function countFault(value: ArgumentValue): string | undefined {
  if (value === undefined) return 'is missing; it is required, as a number that is not negative';
  return Number(value) < 0 ? 'must not be negative' : undefined;
}

/**
 * Larger patterns block the event loop for more than about 10 ms to check, because repetitions are expanded. RE2 itself
 * rejects patterns that compile to more than 87 000 instructions.
 */
const MAX_PATTERN = { letters: 4_096, steps: 2_000, folded: 200_000 };

/** Why a regular expression is rejected, as the end of a sentence; undefined if every engine accepts it. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN.letters) return TOO_LARGE;
  if ((patternSteps(pattern) ?? 0) > MAX_PATTERN.steps) return TOO_LARGE;
  if (foldedLetters(pattern) > MAX_PATTERN.folded) return TOO_LARGE;
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    return `${INVALID}: ${error instanceof Error ? excerpt(error.message) : 'syntax error'}`;
  }
  const unsupported = unsupportedPart(pattern);
  return unsupported === undefined
    ? undefined
    : `${INVALID}: not supported: \`${excerpt(unsupported)}\``;
}

const TOO_LARGE = 'is too large a regular expression; write it with fewer repetitions';
const INVALID = 'is not a valid regular expression (RE2)';

const RANGES = /\\[pP]|(?<from>\\x\{\w+\}|\\x\w\w|.)-(?<to>\\x\{\w+\}|\\x\w\w|.)/gsu;

/** Letters counted for a Unicode class, from the time it takes. */
const FOLDED_CLASS = 10_000;

/** Counts the letters in case-insensitive ranges and classes: RE2JS visits each of them. */
function foldedLetters(pattern: string): number {
  if (!/\(\?[a-zA-Z]*i/.test(pattern)) return 0;
  return pattern
    .matchAll(RANGES)
    .map(({ groups: { from, to } = {} }) =>
      to === undefined ? FOLDED_CLASS : codePoint(to) - codePoint(from),
    )
    .reduce((sum, width) => sum + Math.max(0, width), 0);
}

function codePoint(letter = ''): number {
  const hex = letter.length > 2 && /^\\x\{?(?<digits>\w+)/.exec(letter)?.groups?.['digits'];
  return (hex ? Number.parseInt(hex, 16) : letter.codePointAt(0)) || 0;
}

/** The parts where RE2JS and RE2 differ (classes, `(?<`), and those to skip: quoted text and escapes. */
const PARTS =
  /\\Q[\s\S]*?(?:\\E|$)|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\\[pP](?:\{[^}]*\}|\w)|\\[\s\S]|\(\?</g;

const CLASS_NAMES = /\\[pP](?:\{\^?(?<name>[^}]*)\}|(?<letter>\w))|\\[\s\S]/g;

/** The first part of a pattern that RE2JS accepts and RE2 in the engines rejects. */
function unsupportedPart(pattern: string): string | undefined {
  return pattern
    .match(PARTS)
    ?.filter((part) => !part.startsWith('\\Q'))
    .map((part) => (part === '(?<' ? part : unknownClass(part)))
    .find((part) => part !== undefined);
}

function unknownClass(part: string): string | undefined {
  return part.matchAll(CLASS_NAMES).find(({ groups }) => {
    const name = groups?.['name'] ?? groups?.['letter'];
    return name !== undefined && !UNICODE_CLASSES.has(name);
  })?.[0];
}

/**
 * RE2's class names: the general categories and the scripts of Unicode 15. RE2JS also accepts later scripts and
 * properties.
 */
const UNICODE_CLASSES: ReadonlySet<string> = new Set(
  `
  Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs Adlam
  Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
  Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian
  Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan
  Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi
  Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited
  Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi
  Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani
  Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui
  Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari
  New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian
  Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong
  Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian
  Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le
  Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai
  Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
`
    .trim()
    .split(/\s+/),
);
