import { type GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { tooLarge } from '../operation/bad-request.ts';

/** UTF-16 units of a document, including callers' SQL. */
const MAX_LETTERS = 131_072;

/** What is counted of a text's tokens, with its maximum, by the kind of token. */
const LIMITS: Readonly<Record<string, { readonly max: number; readonly what: string }>> = {
  any: { max: 4_000, what: 'tokens' },
  /** Brackets of any kind that are not closed yet: the parser needs a stack frame or two for each. */
  open: { max: 64, what: 'levels of nesting' },
  /** Of the last name: answers repeat aliases, errors all names and the path of aliases to a field. */
  name: { max: 200, what: 'letters in a name' },
  [TokenKind.AT]: { max: 60, what: 'directives' },
  /** Declarations and uses. */
  [TokenKind.DOLLAR]: { max: 400, what: 'variables' },
  /** Also of declarations of variables and of fields of objects. */
  [TokenKind.COLON]: { max: 600, what: 'arguments and aliases' },
};

/** What each bracket adds to the number of those that are open. */
const NESTING: Readonly<Record<string, number>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_R]: -1,
};

/**
 * The error of a text too large to parse; undefined if it is within the limits, or not GraphQL at all.
 *
 * The parser and most code that walks its tree are recursive, so that deep nesting would overflow the stack.
 */
export function sourceError(text: string): GraphQLError | undefined {
  if (text.length > MAX_LETTERS) return tooLarge('letters', MAX_LETTERS);
  try {
    return tokenError(new Lexer(new Source(text)));
  } catch {
    // A lexical error: the parser reports it with its place.
    return undefined;
  }
}

function tokenError(lexer: Lexer): GraphQLError | undefined {
  const counts = new Map<string, number>();
  const add = (kind: string, times: number) => counts.set(kind, (counts.get(kind) ?? 0) + times);
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind, start, end } = token;
    add(kind, 1);
    if (kind === TokenKind.NAME) counts.set('name', end - start);
    add('any', 1);
    add('open', NESTING[kind] ?? 0);
    for (const [counted, { max, what }] of Object.entries(LIMITS)) {
      if ((counts.get(counted) ?? 0) > max) return tooLarge(what, max);
    }
  }
  return undefined;
}
