import type { LiteralValue } from '../../value.ts';
import { type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { bind, macro } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import { join, NULL, type Sql, sql } from '../core/sql.ts';
import { textOverloads } from './bytes.ts';

/**
 * LIKE with `\` as its escape.
 *
 * DuckDB optimises constant patterns whose only wildcard is `%`. For other patterns it backtracks at every `%`, which
 * takes impractically long on long texts and does not react to interrupts: those with several become regular
 * expressions, which take linear time.
 */
function lowerLike(text: Sql, pattern: Sql, literal: LiteralValue | undefined): Sql {
  if (typeof literal !== 'string' || endsWithEscape(literal)) {
    return bind({ arguments: [text, pattern], literals: [undefined, literal] }, (names) => {
      return sql`gsql_like(${names})`;
    });
  }
  if (!/[\\_]/.test(literal)) return sql`(${text} LIKE ${pattern})`;
  if ((literal.match(/%/g)?.length ?? 0) > 1) {
    return sql`regexp_full_match(${text}, ${quoteText(likeRegexp(literal))})`;
  }
  return sql`(${text} LIKE ${pattern} ESCAPE '\\')`;
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

const lowerOne: Lowering = (call) => {
  const [text = NULL, pattern = NULL] = call.arguments;
  return lowerLike(text, pattern, call.literals[1]);
};

function quantified(word: 'OR' | 'AND', negated: boolean): Lowering {
  return ({ arguments: [text = NULL, ...patterns], literals }) => {
    const terms = patterns.map((pattern, i) => {
      const term = lowerLike(text, pattern, literals[i + 1]);
      return negated ? sql`NOT ${term}` : term;
    });
    return sql`(${join(` ${word} `, terms)})`;
  };
}

const operator = scalarGroup('Operator');

/** A list, or with the suffix `_array` an array, of patterns; NOT LIKE ANY: at least one pattern does not match. */
function quantifiedOperators(
  name: string,
  quantifier: 'any' | 'all',
  negated: boolean,
): readonly FunctionDefinition[] {
  const word = quantifier === 'any' ? 'OR' : 'AND';
  return [
    operator(name, textOverloads('(T, T...) -> BOOL', quantified(word, negated))),
    operator(`${name}_array`, [
      ['(STRING, ARRAY<STRING>) -> BOOL', macro(`gsql_like_${quantifier}`, `${negated}`)],
      ['(BYTES, ARRAY<BYTES>) -> BOOL', macro(`gsql_like_bytes_${quantifier}`, `${negated}`)],
    ]),
  ];
}

/** LIKE, and its forms with several patterns. */
export const LIKE_OPERATORS: readonly FunctionDefinition[] = [
  operator('$like', textOverloads('(T, T) -> BOOL', lowerOne)),
  ...quantifiedOperators('$like_any', 'any', false),
  ...quantifiedOperators('$like_all', 'all', false),
  ...quantifiedOperators('$not_like_any', 'any', true),
  ...quantifiedOperators('$not_like_all', 'all', true),
];
