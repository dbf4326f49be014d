import type { LiteralValue } from '../analysis/resolved.ts';
import type { FunctionDefinition, Lowering, Overload } from './define.ts';
import type { LoweredCall } from './signature.ts';

/**
 * LIKE with `\` as its escape. A constant pattern without one is left to DuckDB's own LIKE, which is faster because it
 * sees prefixes and substrings.
 */
function lowerLike(text: string, pattern: string, literal: LiteralValue | undefined): string {
  if (typeof literal === 'string' && !literal.includes('\\')) return `(${text} LIKE ${pattern})`;
  if (typeof literal === 'string' && !endsWithEscape(literal)) {
    return `(${text} LIKE ${pattern} ESCAPE '\\')`;
  }
  return `(${text} LIKE gsql_like_pattern(${pattern}) ESCAPE '\\')`;
}

function endsWithEscape(pattern: string): boolean {
  const trailing = pattern.length - pattern.replace(/\\+$/, '').length;
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

function quantified(word: 'OR' | 'AND'): Lowering {
  return ({ arguments: [text = '', ...patterns], literals }) => {
    const terms = patterns.map((pattern, i) => lowerLike(text, pattern, literals[i + 1]));
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
];

/** Macros of LIKE. */
export const MACROS_LIKE: readonly string[] = [
  `CREATE MACRO gsql_latin1(bytes) AS
    CASE WHEN octet_length(bytes) = 0 THEN '' ELSE array_to_string(list_transform(
      regexp_extract_all(hex(bytes), '..'), lambda h: chr(CAST('0x' || h AS INTEGER))), '') END`,
  // DuckDB has its own words for a pattern that ends with its escape.
  `CREATE MACRO gsql_like_pattern(pattern) AS
    CASE WHEN length(regexp_extract(pattern, '\\\\*$')) % 2 = 1
         THEN gsql_error('LIKE pattern ends with a backslash') ELSE pattern END`,
];
