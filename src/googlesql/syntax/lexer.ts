import { RESERVED } from './keywords.ts';
import { quotedEnd } from './quoted.ts';
import type { Token, TokenKind } from './token.ts';

/** Unicode whitespace as the reference has it: no Ogham space mark, nothing without width. */
const WHITESPACE = /[ \n\r\t\b\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000]*/y;
const LINE_COMMENT = /(?:--|#)[^\r\n]*(?:\r\n|\r|\n)?/y;
const BLOCK_COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//y;
const WORD = /[A-Za-z_][A-Za-z_0-9]*/y;
/** After a dot, keywords and digits are identifiers too. */
const DOT_WORD = /[A-Za-z_0-9]+/y;
const HEX = /0[xX][0-9a-fA-F]+/y;
const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const SYMBOL = /!=|<=|<>|<<|>>|>=|=>|->|\|\||@@|[-*,=<>|^&+/~?!%@:;.()[\]{}]/y;
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);
const SPECIAL_AFTER_NOT = new Set(['BETWEEN', 'IN', 'LIKE', 'DISTINCT']);

/** A place inside brackets, an array or struct type, or a BETWEEN that waits for its AND. */
type Mode = 'bracket' | 'type' | 'between';

/**
 * The tokens of a GoogleSQL text, ending with an `end` or an `error` token: an error counts only when the parser
 * gets there, because a syntax error before it comes first.
 */
export function tokenize(text: string, maxTokens = Number.POSITIVE_INFINITY): Token[] {
  return new Lexer(text, maxTokens).run();
}

class Lexer {
  readonly #text: string;
  readonly #maxTokens: number;
  readonly #tokens: Token[] = [];
  #modes: Mode[] = [];
  #at = 0;

  constructor(text: string, maxTokens: number) {
    this.#text = text;
    this.#maxTokens = maxTokens;
  }

  run(): Token[] {
    for (;;) {
      const endAt = this.#skipTrivia();
      if (endAt !== undefined) {
        this.#push('end', '', endAt, endAt);
        break;
      }
      if (this.#tokens.length >= this.#maxTokens) {
        this.#fail(`Query is too long: it has more than ${this.#maxTokens} tokens`, this.#at);
      } else {
        this.#token();
      }
      if (this.#tokens.at(-1)?.kind === 'error') break;
    }
    this.#settle();
    return this.#tokens;
  }

  /** Skips whitespace and comments; at the end of the text, tells where the reference places that end. */
  #skipTrivia(): number | undefined {
    for (;;) {
      const start = this.#at;
      this.#match(WHITESPACE);
      if (this.#at >= this.#text.length) return start;
      if (this.#match(LINE_COMMENT) === undefined && this.#match(BLOCK_COMMENT) === undefined) {
        return undefined;
      }
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  #push(kind: TokenKind, key: string, at: number, end: number, reserved = false): void {
    this.#tokens.push({ kind, key, reserved, at, end });
  }

  #fail(message: string, at: number): void {
    this.#push('error', message, at, at);
  }

  #token(): void {
    const at = this.#at;
    const name = this.#namePattern();
    if (name !== undefined && this.#match(name) !== undefined) {
      this.#push('name', '', at, this.#at);
      return;
    }
    if (this.#quoted()) return;
    const word = this.#match(WORD);
    if (word !== undefined) this.#word(word.toUpperCase(), at);
    else if (!this.#number()) this.#symbol();
  }

  /** What is a name whatever it says: words after the `@` of a parameter, and digits too after a name's dot. */
  #namePattern(): RegExp | undefined {
    const key = this.#tokens.at(-1)?.key;
    if (key === '@') return WORD;
    return key === '.' && this.#endsName(this.#tokens.at(-2)) ? DOT_WORD : undefined;
  }

  #endsName(token: Token | undefined): boolean {
    if (token === undefined) return false;
    if (token.kind === 'word') return !token.reserved;
    return token.kind === 'name' || token.key === ')' || token.key === ']' || token.key === '?';
  }

  #quoted(): boolean {
    const quoted = quotedEnd(this.#text, this.#at);
    if (quoted === undefined) return false;
    if ('error' in quoted) this.#fail(quoted.error, this.#at);
    else this.#push(quoted.kind, '', this.#at, quoted.end);
    if (!('error' in quoted)) this.#at = quoted.end;
    return true;
  }

  #word(key: string, at: number): void {
    const last = this.#tokens.at(-1);
    if (last?.key === 'NOT' && SPECIAL_AFTER_NOT.has(key)) this.#rename(last, 'NOT SPECIAL');
    let name = key;
    if (key === 'BETWEEN') {
      this.#modes.push('between');
    } else if (key === 'AND' && this.#modes.at(-1) === 'between') {
      this.#modes.pop();
      name = 'AND BETWEEN';
    }
    const isSetOperator = last?.key === 'EXCEPT' && (key === 'ALL' || key === 'DISTINCT');
    if (isSetOperator) this.#rename(last, 'EXCEPT SET');
    else this.#settle();
    if (this.#tokens.at(-1)?.kind !== 'error') {
      this.#push('word', name, at, this.#at, RESERVED.has(key));
    }
  }

  #rename(token: Token, key: string): void {
    this.#tokens[this.#tokens.length - 1] = { ...token, key };
  }

  /** EXCEPT needs ALL, DISTINCT or a parenthesis after it; the lexer already refuses it without. */
  #settle(): void {
    const index = this.#tokens.findLastIndex((token) => token.kind !== 'end');
    const token = this.#tokens[index];
    const before = token?.kind === 'error' ? this.#tokens[index - 1] : token;
    if (before?.key !== 'EXCEPT' || before.kind !== 'word') return;
    const isLast = this.#tokens.at(-1) === before || this.#tokens.at(-2) === before;
    if (!isLast) return;
    this.#tokens.length = this.#tokens.indexOf(before);
    this.#fail('EXCEPT must be followed by ALL, DISTINCT, or "("', before.at);
  }

  #number(): boolean {
    const at = this.#at;
    const hex = this.#match(HEX);
    const digits = hex ?? this.#match(NUMBER);
    if (digits === undefined) return false;
    if (digits.startsWith('.') && this.#endsName(this.#tokens.at(-1))) {
      this.#at = at;
      return false;
    }
    const next = this.#text.charAt(this.#at);
    if (/[A-Za-z_]/.test(next) && !digits.endsWith('.')) {
      this.#fail('Syntax error: Missing whitespace between literal and alias', this.#at);
      return true;
    }
    const isInteger = hex !== undefined || /^[0-9]+$/.test(digits);
    this.#push(isInteger ? 'integer' : 'float', '', at, this.#at);
    return true;
  }

  #symbol(): void {
    const at = this.#at;
    const symbol = this.#match(SYMBOL);
    if (symbol === undefined) {
      this.#fail(illegalCharacter(this.#text, at), at);
      return;
    }
    if (symbol === '/' && this.#text.charAt(this.#at) === '*') {
      this.#fail('Syntax error: Unclosed comment', at);
      return;
    }
    this.#settleBefore(symbol);
    if (this.#tokens.at(-1)?.kind === 'error') return;
    const key = this.#joined(this.#split(symbol));
    this.#nest(key);
    this.#push('symbol', key, at, this.#at);
  }

  #settleBefore(symbol: string): void {
    const last = this.#tokens.at(-1);
    if (last === undefined || last.kind !== 'word') return;
    if (symbol === '(' && last.key === 'WITH') this.#rename(last, 'WITH EXPRESSION');
    else if (symbol === '@' && last.key === 'EXCEPT') this.#rename(last, 'EXCEPT SET');
    else if (symbol !== '(') this.#settle();
  }

  /** Inside a type `>>` is two tokens, and so is `<>` right after ARRAY or STRUCT. */
  #split(symbol: string): string {
    const isTypeEnd = symbol === '>>' && this.#modes.at(-1) === 'type';
    const isEmptyType = symbol === '<>' && this.#isAfterTypeName();
    if (!isTypeEnd && !isEmptyType) return symbol;
    this.#at -= 1;
    return symbol.charAt(0);
  }

  #isAfterTypeName(): boolean {
    const last = this.#tokens.at(-1);
    return last?.key === 'ARRAY' || last?.key === 'STRUCT';
  }

  /** `.*` and `@{` are one token even with space between. */
  #joined(symbol: string): string {
    const partner = symbol === '.' ? '*' : symbol === '@' ? '{' : '';
    if (partner === '') return symbol;
    const at = this.#at;
    if (this.#skipTrivia() === undefined && this.#text.charAt(this.#at) === partner) {
      this.#at += 1;
      return symbol + partner;
    }
    this.#at = at;
    return symbol;
  }

  #nest(symbol: string): void {
    if (symbol === '<' && this.#isAfterTypeName()) this.#modes.push('type');
    else if (symbol === '>' && this.#modes.at(-1) === 'type') this.#modes.pop();
    else if (OPENING.has(symbol) || symbol === '@{') this.#modes.push('bracket');
    else if (CLOSING.has(symbol)) {
      this.#modes.length = Math.max(this.#modes.lastIndexOf('bracket'), 0);
    }
  }
}

/** The message names the character's first UTF-8 byte, escaped as in C. */
function illegalCharacter(text: string, at: number): string {
  const [byte = 0] = Buffer.from(String.fromCodePoint(text.codePointAt(at) ?? 0));
  const named = { 34: '\\"', 92: '\\\\' }[byte];
  const isPrintable = byte >= 0x20 && byte < 0x7f;
  const escaped = isPrintable
    ? String.fromCharCode(byte)
    : `\\${byte.toString(8).padStart(3, '0')}`;
  return `Syntax error: Illegal input character "${named ?? escaped}"`;
}
