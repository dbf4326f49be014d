import type { LiteralValue } from '../../value.ts';
import type { FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { bind } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signature.ts';

/**
 * LIKE with `\` as its escape.
 *
 * DuckDB optimises constant patterns whose only wildcard is `%`. For other patterns it backtracks at every `%`, which
 * takes impractically long on long texts and does not react to interrupts: those with several become regular
 * expressions, which take linear time.
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

/** The regular expression equivalent to a LIKE pattern. */
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

/** BYTES are compared as text with one character per byte. */
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

/** LIKE, and its forms with a list of patterns. */
export const LIKE_OPERATORS: readonly FunctionDefinition[] = [
  operator('$like', ['(STRING, STRING) -> BOOL', lowerOne], ['(BYTES, BYTES) -> BOOL', lowerBytes]),
  operator('$like_any', ['(STRING, STRING...) -> BOOL', quantified('OR')]),
  operator('$like_all', ['(STRING, STRING...) -> BOOL', quantified('AND')]),
  // NOT LIKE ANY: at least one pattern does not match (not: none matches).
  operator('$not_like_any', ['(STRING, STRING...) -> BOOL', quantified('OR', true)]),
  operator('$not_like_all', ['(STRING, STRING...) -> BOOL', quantified('AND', true)]),
];
