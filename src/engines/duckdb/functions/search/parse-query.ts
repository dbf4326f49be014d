import { type SearchedText, tokensOf } from './log-analyzer.ts';

/** Whether a text has what a query searches for. */
export type Search = (text: SearchedText) => boolean;

/** What a query has outside of its terms. */
type Sign = '(' | ')' | 'AND' | 'OR';

/** A term without tokens, as a lone full stop, is left out. */
interface Term {
  readonly search: Search | undefined;
}

type Piece = Sign | Term;

/** BigQuery states no limits; these bound what is looked for in each text. */
const MAX_LENGTH = 1_024;
const MAX_WORDS = 100;
const MAX_DEPTH = 50;

/** A bracket, a term in backticks, a phrase, or a single term, in which reserved characters are escaped. */
const PIECE =
  /[ \t\r\n]*(?:(?<bracket>[()])|(?:`(?<exact>(?:\\`|[^`])+)`|"(?<phrase>(?:\\"|[^"])+)"|(?<single>(?:\\[\][<>(){}|!'"*&?+/:=\-\\~^`]|[^\][<>(){}|!'"*&?+/:=\-\\~^` \t\r\n])+))(?=[ \t\r\n()]|$))/y;

/** Words that are terms only in backticks. */
const RESERVED = /^(?:NOT|IN|NEAR)$/;

/**
 * Parses a `search_query`: terms that are joined by AND, blanks and OR, with brackets.
 *
 * @see https://cloud.google.com/bigquery/docs/reference/standard-sql/search_functions#search
 */
export function parseQuery(query: string): Search {
  if (query.length > MAX_LENGTH) fail(`it has more than ${MAX_LENGTH} characters`);
  if (tokensOf(query).length > MAX_WORDS) fail(`it has more than ${MAX_WORDS} words`);
  const pieces = piecesOf(query);
  const search = pieces.length > 0 ? new QueryParser(pieces).parse() : undefined;
  return search ?? fail('it has no tokens');
}

function fail(problem: string): never {
  throw new Error(`GoogleSQL: Invalid search_query of SEARCH: ${problem}`);
}

function piecesOf(query: string): readonly Piece[] {
  const text = query.replace(/[ \t\r\n]+$/, '');
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    const groups = PIECE.exec(text)?.groups;
    if (!groups) fail(`there is an unescaped character at ${at + 1}`);
    pieces.push(pieceOf(groups));
  }
  return pieces;
}

function pieceOf({ bracket, exact, phrase, single = '' }: Record<string, string>): Piece {
  if (bracket === '(' || bracket === ')') return bracket;
  if (exact !== undefined) {
    const part = exact.replaceAll('\\`', '`');
    const search: Search = (text) => text.hasExactly(part);
    return { search };
  }
  if (phrase !== undefined) return { search: hasAll([tokensOf(phrase.replaceAll('\\"', '"'))]) };
  if (single === 'AND' || single === 'OR') return single;
  if (RESERVED.test(single)) fail(`${single} must be in backticks`);
  const tokens = tokensOf(single.replace(/\\(.)/g, '$1'));
  return { search: hasAll(tokens.map((token) => [token])) };
}

/** Searches for all of some sequences of tokens. */
function hasAll(sequences: readonly (readonly string[])[]): Search | undefined {
  const present = sequences.filter((tokens) => tokens.length > 0);
  if (present.length === 0) return undefined;
  return (text) => present.every((tokens) => text.has(tokens));
}

class QueryParser {
  readonly #pieces: readonly Piece[];
  #next = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  parse(): Search | undefined {
    const search = this.#either(0);
    if (this.#next < this.#pieces.length) fail('brackets do not match');
    return search;
  }

  #either(depth: number): Search | undefined {
    const searches = [this.#all(depth)];
    while (this.#takes('OR')) searches.push(this.#all(depth));
    return joined(searches, (present) => (text) => present.some((search) => search(text)));
  }

  #all(depth: number): Search | undefined {
    const searches = [this.#operand(depth)];
    while (this.#takes('AND') || this.#isAtOperand()) searches.push(this.#operand(depth));
    return joined(searches, (present) => (text) => present.every((search) => search(text)));
  }

  #operand(depth: number): Search | undefined {
    if (depth > MAX_DEPTH) fail('it is nested too deeply');
    if (this.#takes('(')) {
      const search = this.#either(depth + 1);
      if (!this.#takes(')')) fail('brackets do not match');
      return search;
    }
    const piece = this.#pieces[this.#next];
    if (typeof piece !== 'object') fail('a term is missing');
    this.#next += 1;
    return piece.search;
  }

  #isAtOperand(): boolean {
    const piece = this.#pieces[this.#next];
    return piece === '(' || typeof piece === 'object';
  }

  #takes(sign: Sign): boolean {
    const isNext = this.#pieces[this.#next] === sign;
    if (isNext) this.#next += 1;
    return isNext;
  }
}

function joined(
  searches: readonly (Search | undefined)[],
  join: (present: readonly Search[]) => Search,
): Search | undefined {
  const present = searches.filter((search) => search !== undefined);
  return present.length > 1 ? join(present) : present[0];
}
