/** A format of CAST for numbers, taken apart. */
export interface NumberFormat {
  readonly isHexadecimal: boolean;
  /** What stands for digits, separators, the point and the exponent, as it is written. */
  readonly elements: readonly string[];
  /** `$`, `L`, `C` or `c`. */
  readonly currency: string | undefined;
  readonly sign: string | undefined;
  readonly isSignFirst: boolean;
  /** Whether there is a `B`: numbers below 1 are spaces. */
  readonly isBlank: boolean;
  /** Whether there is an `FM`: without spaces, and without zeros at the end. */
  readonly isCompact: boolean;
}

type Kind = keyof typeof KINDS;

/** Kinds of elements. */
const KINDS = {
  currency: ['$', 'C', 'L'],
  blank: ['B'],
  compact: ['FM'],
  digit: ['0', '9'],
  hex: ['X'],
  group: [',', 'G'],
  point: ['.', 'D', 'V'],
  exponent: ['EEEE'],
  sign: ['S', 'MI', 'PR'],
  roman: ['RN'],
  text: ['TM9', 'TME', 'TM'],
};

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind])),
);

const TOKEN = /EEEE|TM9|TME|TM|MI|PR|RN|FM|./gisu;

interface Token {
  readonly text: string;
  readonly name: string;
  readonly kind: Kind;
}

const TEXT = "'TM', 'TM9' or 'TME' cannot be combined with other format elements";
const LATE = "'%' can only appear after all digits and 'EEEE'";

/**
 * The states of a format, with the state after an element or what is wrong with it there, where `$` is the element and `%`
 * the sign or the point before it.
 */
const STATES: Readonly<Record<string, Readonly<Partial<Record<Kind | 'other', string>>>>> = {
  start: {
    sign: 'integer',
    digit: 'integer',
    hex: 'hex',
    point: 'fraction',
    roman: 'roman',
    text: 'text',
    other: "Unexpected '$'",
  },
  integer: {
    sign: 'end',
    digit: 'integer',
    group: 'integer',
    hex: 'hex',
    point: 'fraction',
    exponent: 'exponent',
    text: TEXT,
    other: "Unexpected '$'",
  },
  fraction: {
    sign: 'end',
    digit: 'fraction',
    exponent: 'exponent',
    hex: "'X' cannot appear together with '%'",
    point: "There can be at most one of '.', 'D', or 'V'",
    group: "',' or 'G' cannot appear after '.', 'D' or 'V'",
    other: "Unexpected '$'",
  },
  exponent: {
    sign: 'end',
    group: "',' or 'G' cannot appear together with 'EEEE'",
    other: "'$' cannot appear after 'EEEE'",
  },
  end: { digit: LATE, hex: LATE, exponent: LATE, other: "Unexpected format element '$'" },
  hex: { sign: 'end', digit: 'hex', hex: 'hex', other: "'X' cannot appear together with '$'" },
  roman: { other: "'RN' cannot appear together with '$'" },
  text: { other: TEXT },
};

/** What may be anywhere, once. */
const ANYWHERE: Readonly<Partial<Record<Kind, string>>> = {
  currency: "There can be at most one of '$', 'C' or 'L'",
  blank: "There can be at most one 'B'",
  compact: "'FM' cannot be repeated",
};

/** Reads a format; throws GoogleSQL's message for a wrong one. */
export function readNumberFormat(format: string): NumberFormat {
  const tokens = (format.match(TOKEN) ?? []).map(readToken);
  checkOrder(tokens);
  checkTogether(tokens);
  const find = (kind: Kind) => tokens.find((token) => token.kind === kind);
  const elements = tokens.filter(({ kind }) => kind !== 'sign' && !ANYWHERE[kind]);
  const [first] = tokens.filter(({ kind }) => !ANYWHERE[kind]);
  return {
    isHexadecimal: find('hex') !== undefined,
    elements: elements.map(({ text }) => text),
    currency: find('currency')?.text,
    sign: find('sign')?.name,
    isSignFirst: first?.kind === 'sign',
    isBlank: find('blank') !== undefined,
    isCompact: find('compact') !== undefined,
  };
}

function readToken(text: string): Token {
  const name = text.toUpperCase();
  const kind = KIND_OF.get(name);
  return kind ? { text, name, kind } : fail(`Invalid format element '${text}'`);
}

function fail(problem: string): never {
  throw new Error(`Error in format string: ${problem}`);
}

function checkOrder(tokens: readonly Token[]): void {
  let state = 'start';
  tokens.forEach((token, i) => {
    const before = tokens.slice(0, i);
    const repeated = ANYWHERE[token.kind];
    if (repeated && before.some(({ kind }) => kind === token.kind)) fail(repeated);
    if (repeated) return;
    const next = conflict(token, state, before) ?? nextState(token, state);
    if (!Object.hasOwn(STATES, next)) {
      const other = before.findLast(({ kind }) => kind === 'sign' || kind === 'point')?.name;
      fail(next.replace('$', token.name).replace('%', other ?? token.name));
    }
    state = next;
  });
}

function nextState({ kind }: Token, state: string): string {
  return STATES[state]?.[kind] ?? STATES[state]?.other ?? '';
}

/** What is wrong with an element because of those before it. */
function conflict({ kind, name }: Token, state: string, before: readonly Token[]) {
  const has = (other: Kind | string) =>
    before.some((token) => token.kind === other || token.name === other);
  if (state === 'start' && kind === 'sign' && name !== 'S') return LATE;
  if (state === 'end' && has('S') && /^(?:digit|hex|exponent)$/.test(kind))
    return "'S' can only appear before or after all digits and 'EEEE'";
  if (state !== 'end' && kind === 'sign' && has('sign'))
    return "There can be at most one of 'S', 'MI', or 'PR'";
  const isHex = (state === 'integer' && kind === 'hex') || state === 'hex';
  if (isHex && (has('9') || name === '9')) return "'X' cannot appear together with '9'";
  if (state === 'integer' && kind === 'hex' && has('group'))
    return "'X' cannot appear together with ',' or 'G'";
  return /^(?:integer|fraction)$/.test(state) && kind === 'exponent' && has('group')
    ? STATES['exponent']?.group
    : undefined;
}

function checkTogether(tokens: readonly Token[]): void {
  const find = (kind: Kind) => tokens.find((token) => token.kind === kind);
  const flag = (find('currency') ?? find('blank'))?.name;
  if (find('text') && (flag || find('compact'))) fail(TEXT);
  if (find('hex') && flag) fail(`'X' cannot appear together with '${flag}'`);
  if (find('roman') && flag) fail(`'RN' cannot appear together with '${flag}'`);
  const unsupported = find('text') ?? find('roman');
  if (unsupported)
    throw new Error(`The format element '${unsupported.name}' of CAST is not supported`);
  const digits = tokens.filter(({ kind }) => kind === 'digit' || kind === 'hex').length;
  if (digits === 0) fail("Format string must contain at least one of 'X', '0' or '9'");
  if (find('hex') && digits > 16) fail("Max number of 'X' is 16");
}
