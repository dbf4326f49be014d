import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import type { MatchRecognize, NamedExpression, RowPattern } from '../../syntax/tree/ast.ts';
import { nodesOfKind } from '../../syntax/tree/visit.ts';
import { SCALARS } from '../../types.ts';
import { resolveCount } from '../expressions/literals.ts';
import { type ClauseContext, resolveApart } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { requireBool } from '../queries/conditions.ts';
import { literal } from '../resolved/build.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** Every symbol is a letter of the matches' texts. */
const MAX_SYMBOLS = 60;
const FIRST_LETTER = 65;
const MAX_BOUND = 10_000n;

/** The letters of the symbols in the texts of matches, by the names in lower case. */
export type Symbols = ReadonlyMap<string, { readonly name: string; readonly letter: string }>;

/** The symbols of DEFINE, which are those of the pattern. */
export function symbolsOf({ definitions, pattern }: MatchRecognize): Symbols {
  const symbols = new Map<string, { readonly name: string; readonly letter: string }>();
  const refuse = ({ alias }: NamedExpression, problem: string): never => {
    throw new SqlError(`Pattern variable \`${excerpt(alias.name)}\` is ${problem}`, alias.at);
  };
  for (const [i, definition] of definitions.entries()) {
    const { name } = definition.alias;
    if (symbols.has(name.toLowerCase())) refuse(definition, 'defined multiple times');
    if (i === MAX_SYMBOLS) {
      throw new SqlError(
        `DEFINE of more than ${MAX_SYMBOLS} pattern variables is not supported`,
        definition.alias.at,
      );
    }
    symbols.set(name.toLowerCase(), { name, letter: String.fromCharCode(FIRST_LETTER + i) });
  }
  const used = new Set<string>();
  for (const { name, at } of nodesOfKind(pattern, 'symbol')) {
    used.add(name.toLowerCase());
    if (symbols.has(name.toLowerCase())) continue;
    const text = `Pattern variable \`${excerpt(name)}\``;
    throw new SqlError(`${text} is not defined in the DEFINE clause`, at);
  }
  const unused = definitions.find(({ alias }) => !used.has(alias.name.toLowerCase()));
  return unused ? refuse(unused, 'defined but not used in the pattern') : symbols;
}

/** The options and the pattern in the notation of `gsql_match_rows`. */
export function patternTexts(
  { at, longest, pattern, skip }: MatchRecognize,
  symbols: Symbols,
  context: ClauseContext,
): readonly ResolvedExpression[] {
  const indices = new Map([...symbols.keys()].map((name, i) => [name, i]));
  const option = `MATCH_RECOGNIZE option \`use_longest_match\``;
  const value =
    longest && requireBool(resolveApart(longest, context).expression, option, longest.at);
  if (value?.kind === 'literal' && value.value === null) {
    throw new SqlError(`${option} cannot be NULL`, longest?.at);
  }
  const options = [`${skip} ${symbols.size} `, value ? textOf(value, at) : 'false'];
  return [concatenated(options, at), concatenated(postfix(pattern, indices, context), at)];
}

type Piece = string | ResolvedExpression;

function concatenated(pieces: readonly Piece[], at: number): ResolvedExpression {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged.splice(-1, 1, last + piece);
    else merged.push(piece);
  }
  const values = merged.map((piece) =>
    typeof piece === 'string' ? literal(SCALARS.STRING, piece) : piece,
  );
  const [only] = values;
  return only && values.length === 1 ? only : callExpression('CONCAT', values, at);
}

/** The text of a literal or a parameter. */
function textOf(value: ResolvedExpression, at: number): Piece {
  if (value.kind === 'literal') return String(value.value);
  const type = SCALARS.STRING;
  const text: ResolvedExpression = { kind: 'cast', type, expression: value, safe: false };
  return callExpression('IFNULL', [text, literal(type, 'null')], at);
}

function postfix(
  pattern: RowPattern,
  indices: ReadonlyMap<string, number>,
  context: ClauseContext,
): readonly Piece[] {
  switch (pattern.kind) {
    case 'symbol':
      return [String(indices.get(pattern.name.toLowerCase()))];
    case 'anchor':
      return [pattern.place];
    case 'concatenation':
    case 'alternation': {
      const operator = pattern.kind === 'alternation' ? '|' : '.';
      const parts = pattern.parts.flatMap((part) => [...postfix(part, indices, context), ' ']);
      return [...parts, `${operator}${pattern.parts.length}`];
    }
    case 'quantified': {
      const { at, part, least, most, isReluctant } = pattern;
      const bounds = [least, most].map((bound) => bound && boundOf(bound, context));
      const [low, high] = bounds.map((bound) => (bound?.kind === 'literal' ? bound.value : null));
      if (typeof low === 'bigint' && typeof high === 'bigint' && high < low) {
        throw new SqlError('Quantifier upper bound cannot be smaller than the lower bound', at);
      }
      const [from = '', to = ''] = bounds.map((bound) => (bound ? textOf(bound, at) : ''));
      const operand = postfix(part, indices, context);
      return [...operand, ' *', from, ',', to, isReluctant ? '?' : ''];
    }
  }
}

function boundOf(
  written: Parameters<typeof resolveCount>[0],
  { session }: ClauseContext,
): ResolvedExpression {
  const bound = resolveCount(written, 'MATCH_RECOGNIZE quantifier bound', session);
  if (bound.kind === 'literal' && Number(bound.value) > MAX_BOUND) {
    throw new SqlError(
      `Quantifier bound value exceeds maximum supported value of ${MAX_BOUND}`,
      written.at,
    );
  }
  return bound;
}
