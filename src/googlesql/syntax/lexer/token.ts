import { excerpt } from '../../excerpt.ts';
import { UNRESERVED } from './keywords.ts';

type LiteralKind = 'string' | 'bytes' | 'integer' | 'float';

/** The kind of a token; `word` is a keyword or an unquoted identifier, `name` is always an identifier. */
export type TokenKind = LiteralKind | 'word' | 'name' | 'symbol' | 'end' | 'error';

/** One token of a GoogleSQL text. */
export interface Token {
  readonly kind: TokenKind;
  /**
   * The word in upper case, the symbol, the message of an error, or empty. Keywords whose meaning depends on the
   * following token have two-word keys: `NOT SPECIAL` (before IN, LIKE, BETWEEN, DISTINCT), `EXCEPT SET` (the set
   * operator), `WITH EXPRESSION` (before a parenthesis), `AND BETWEEN` (the AND of BETWEEN).
   */
  readonly key: string;
  /** Whether a word is reserved. */
  readonly reserved: boolean;
  readonly at: number;
  readonly end: number;
}

/** The maximum length of a literal, in bytes, that a message repeats unabridged. */
const MAX_LITERAL_BYTES = 50;

/** The token as the reference's messages name it. */
export function describeToken(token: Token, text: string): string {
  const source = text.slice(token.at, token.end);
  switch (token.kind) {
    case 'end':
      return 'end of statement';
    case 'word':
      if (token.reserved || UNRESERVED.has(token.key))
        return `keyword ${excerpt(source.toUpperCase())}`;
      return `identifier "${excerpt(source)}"`;
    case 'name':
      return source.startsWith('`')
        ? `identifier \`${excerpt(source.slice(1, -1))}\``
        : `identifier "${excerpt(source)}"`;
    case 'string':
      return `string literal ${shorten(source, (bytes) => bytes > MAX_LITERAL_BYTES)}`;
    case 'bytes':
      return `bytes literal ${shorten(source, (bytes) => bytes >= MAX_LITERAL_BYTES)}`;
    case 'integer':
      return `integer literal "${excerpt(source)}"`;
    case 'float':
      return `floating point literal "${excerpt(source)}"`;
    default:
      return `"${token.key.charAt(0) === '.' ? '.' : token.key === '@{' ? '@' : token.key}"`;
  }
}

/** Removes the middle of a long literal, on a character boundary, as the reference does. */
function shorten(source: string, isLong: (bytes: number) => boolean): string {
  const literal = source.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  const bytes = Buffer.from(literal);
  if (!isLong(bytes.length)) return literal;
  const quotes = /^(?:r|b|rb|br)?(?:"""|''')/i.test(literal) ? 3 : 1;
  let size = MAX_LITERAL_BYTES - quotes;
  if (size > bytes.length - quotes - 4) return literal;
  while (((bytes[size] ?? 0) & 0xc0) === 0x80) size -= 1;
  return `${bytes.toString('utf8', 0, size)}...${literal.slice(-quotes)}`;
}
