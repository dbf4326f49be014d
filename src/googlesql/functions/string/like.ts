import type { LiteralValue } from '../../value.ts';
import type { FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { bind } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signature.ts';

/**
 * LIKE with `\` as its escape.
 *
 * DuckDB sees prefixes and segments in a constant pattern that has only `%`. In others it tries all places for every
 * `%`, which takes for ever on a long text and heeds no interrupt: those with several become regular expressions,
 * whose time is linear.
 */
function lowerLike(text: string, pattern: string, literal: LiteralValue | undefined): string {
  if (typeof literal !== 'string' || endsWithEscape(literal)) {
    return bind({ arguments: [text, pattern], literals: [undefined, literal] }, (names) => {
      return `gsql_like(${names.join(', ')})`;
    });
  }
  if (!/[\\_]/.test(literal)) return `(${text} LIKE ${pattern})`;
  if ((literal.match(/%/g)?.length ?? 0) > 1) {
    return `regexp_full_match(${text}, ${quoteText(likeRegexp(literal))})`;
  }
  return `(${text} LIKE ${pattern} ESCAPE '\\')`;
}

/** The regular expression that matches what a pattern of LIKE does. */
function likeRegexp(pattern: string): string {
  const parts = pattern.replace(/\\?./gsu, (part) => {
    if (part === '%') return '.*';
    if (part === '_') return '.';
    const character = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
    const isPunctuation = character < '\u0080' && /\W/.test(character);
    return isPunctuation ? `\\${character}` : character;
  });
  return `(?s)${parts}`;
}

function endsWithEscape(pattern: string): boolean {
  let trailing = 0;
  while (pattern.at(-1 - trailing) === '\\') trailing += 1;
  return trailing % 2 === 1;
}

function lowerOne(call: LoweredCall): string {
  const [text = '', pattern = ''] = call.arguments;
  return lowerLike(text, pattern, call.literals[1]);
}

/** Bytes are compared as text of one character a byte. */
function lowerBytes({ arguments: [bytes, pattern] }: LoweredCall): string {
  return lowerLike(`gsql_latin1(${bytes})`, `gsql_latin1(${pattern})`, undefined);
}

function quantified(word: 'OR' | 'AND', negated = false): Lowering {
  return ({ arguments: [text = '', ...patterns], literals }) => {
    const terms = patterns.map((pattern, i) => {
      const term = lowerLike(text, pattern, literals[i + 1]);
      return negated ? `NOT ${term}` : term;
    });
    return `(${terms.join(` ${word} `)})`;
  };
}

function operator(name: string, ...overloads: readonly Overload[]): FunctionDefinition {
  return { name, kind: 'scalar', group: 'Operator', overloads };
}

/** LIKE and its forms with a list of patterns. */
export const LIKE_OPERATORS: readonly FunctionDefinition[] = [
  operator('$like', ['(STRING, STRING) -> BOOL', lowerOne], ['(BYTES, BYTES) -> BOOL', lowerBytes]),
  operator('$like_any', ['(STRING, STRING...) -> BOOL', quantified('OR')]),
  operator('$like_all', ['(STRING, STRING...) -> BOOL', quantified('AND')]),
  // NOT LIKE ANY asks for one pattern that does not match, not for none that does.
  operator('$not_like_any', ['(STRING, STRING...) -> BOOL', quantified('OR', true)]),
  operator('$not_like_all', ['(STRING, STRING...) -> BOOL', quantified('AND', true)]),
];
