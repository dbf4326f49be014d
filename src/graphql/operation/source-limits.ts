import { type GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { type DocumentLimits, tooLarge } from './document-limits.ts';

const OPENING: ReadonlySet<string> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
]);
const CLOSING: ReadonlySet<string> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
]);

/**
 * The error of a text too large to parse; undefined if it is within the limits, or not GraphQL at all.
 *
 * The parser and most code that walks its tree are recursive, so that deep nesting would overflow the stack.
 */
export function sourceError(text: string, limits: DocumentLimits): GraphQLError | undefined {
  if (text.length > limits.maxLetters) return tooLarge('letters', limits.maxLetters);
  try {
    return new SourceCount(limits).read(new Lexer(new Source(text)));
  } catch {
    // A lexical error: the parser reports it with its place.
    return undefined;
  }
}

class SourceCount {
  readonly #checks: readonly Check[];
  readonly #found = new Map<string, number>();

  constructor(limits: DocumentLimits) {
    this.#checks = [
      { kind: 'any', what: 'tokens', most: limits.maxTokens },
      { kind: 'open', what: 'levels of nesting', most: limits.maxBrackets },
      { kind: TokenKind.AT, what: 'directives', most: limits.maxDirectives },
      { kind: TokenKind.DOLLAR, what: 'variables', most: limits.maxVariables },
      { kind: TokenKind.COLON, what: 'arguments and aliases', most: limits.maxColons },
    ];
  }

  read(lexer: Lexer): GraphQLError | undefined {
    while (true) {
      const { kind } = lexer.advance();
      if (kind === TokenKind.EOF) return undefined;
      this.#add(kind, 1);
      this.#add('any', 1);
      if (OPENING.has(kind)) this.#add('open', 1);
      else if (CLOSING.has(kind)) this.#add('open', -1);
      const passed = this.#checks.find((check) => (this.#found.get(check.kind) ?? 0) > check.most);
      if (passed) return tooLarge(passed.what, passed.most);
    }
  }

  #add(kind: string, times: number): void {
    this.#found.set(kind, (this.#found.get(kind) ?? 0) + times);
  }
}

interface Check {
  readonly kind: string;
  readonly what: string;
  readonly most: number;
}
