import { RESERVED } from './keywords.ts';
import { quotedEnd } from './quoted.ts';
import type { Token, TokenKind } from './token.ts';
import { BLOCK_COMMENT, LINE_COMMENT, WHITESPACE } from './trivia.ts';

/** Any word can name a parameter; a string prefix before a quote is not one. */
const PARAMETER = /(?!(?:r|b|rb|br)['"])[A-Za-z_][A-Za-z_0-9]*/iy;
const WORD = /[A-Za-z_][A-Za-z_0-9]*/y;
/** After a dot, keywords and digits are identifiers too. */
const DOT_WORD = /[A-Za-z_0-9]+/y;
const HEX = /0[xX][0-9a-fA-F]+/y;
const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const SYMBOL = /!=|<=|<>|<<|>>|>=|=>|->|\|\||\|>|@@|[-*,=<>|^&+/~?!%@:;.()[\]{}]/y;
const MACRO = /\$[A-Za-z_0-9]/y;
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);
const SPECIAL_AFTER_NOT = new Set(['BETWEEN', 'IN', 'LIKE', 'DISTINCT']);

/** The lexer's context: inside brackets, inside an array or struct type, or in a BETWEEN before its AND. */
type Mode = 'bracket' | 'type' | 'between';

/**
 * The tokens of a GoogleSQL text, ending with an `end` or an `error` token. A lexical error is reported only when the
 * parser reaches it, because a syntax error before it takes precedence. What stands before the offset `from` is not read.
 */
export function tokenize(text: string, maxTokens = Number.POSITIVE_INFINITY, from = 0): Token[] {
  return new Lexer(text, maxTokens, from).run();
}

class Lexer {
  readonly #text: string;
  readonly #maxTokens: number;
  readonly #tokens: Token[] = [];
  #modes: Mode[] = [];
  #at: number;
  #hasPattern = false;

  constructor(text: string, maxTokens: number, from: number) {
    this.#text = text;
    this.#maxTokens = maxTokens;
    this.#at = from;
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
    return this.#tokens;
  }

  /** Skips white space and comments; at the end of the text, returns the offset that the reference reports for it. */
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
    if (this.#resolveKeyword(kind, key)) this.#tokens.push({ kind, key, reserved, at, end });
  }

  /** Resolves keywords whose meaning depends on the following token; EXCEPT is only valid before certain tokens. */
  #resolveKeyword(kind: TokenKind, key: string): boolean {
    const last = this.#tokens.at(-1);
    if (last?.kind !== 'word') return true;
    const name = followedName(last.key, kind, key);
    if (name === undefined) {
      this.#tokens.pop();
      this.#fail('EXCEPT must be followed by ALL, DISTINCT, or "("', last.at);
      return false;
    }
    if (name !== last.key) this.#tokens[this.#tokens.length - 1] = { ...last, key: name };
    return true;
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

  /**
   * The pattern of a word that is always a name: after a parameter's `@`, and after a name's dot, where it may start
   * with a digit.
   */
  #namePattern(): RegExp | undefined {
    const key = this.#tokens.at(-1)?.key;
    if (key === '@') return PARAMETER;
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
    let name = key;
    if (key === 'BETWEEN') {
      this.#modes.push('between');
    } else if (key === 'AND' && this.#modes.at(-1) === 'between') {
      this.#modes.pop();
      name = 'AND BETWEEN';
    }
    this.#hasPattern ||= key === 'MATCH_RECOGNIZE';
    this.#push('word', name, at, this.#at, RESERVED.has(key));
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
    const symbol = this.#match(SYMBOL) ?? this.#anchor();
    if (symbol === undefined) {
      const isMacro = this.#match(MACRO) !== undefined;
      this.#fail(isMacro ? 'Unexpected macro' : illegalCharacter(this.#text, at), at);
      return;
    }
    if (symbol === '/' && this.#text.charAt(this.#at) === '*') {
      this.#fail('Syntax error: Unclosed comment', at);
      return;
    }
    const key = this.#joined(this.#split(symbol));
    this.#nest(key);
    this.#push('symbol', key, at, this.#at);
  }

  /** The end of the rows in a pattern of MATCH_RECOGNIZE. */
  #anchor(): string | undefined {
    return this.#hasPattern ? this.#match(/\$/y) : undefined;
  }

  /** Inside a type `>>` is two tokens, and so is `<>` directly after ARRAY, STRUCT or RANGE. */
  #split(symbol: string): string {
    const isTypeEnd = symbol === '>>' && this.#modes.at(-1) === 'type';
    const isEmptyType = symbol === '<>' && this.#isAfterTypeName();
    if (!isTypeEnd && !isEmptyType) return symbol;
    this.#at -= 1;
    return symbol.charAt(0);
  }

  #isAfterTypeName(): boolean {
    const last = this.#tokens.at(-1);
    return last?.key === 'ARRAY' || last?.key === 'STRUCT' || last?.key === 'RANGE';
  }

  /** `.*` and `@{` are one token even with white space inside, and so is a numeric hint's `@`. */
  #joined(symbol: string): string {
    if (symbol !== '.' && symbol !== '@') return symbol;
    const at = this.#at;
    const isEnd = this.#skipTrivia() !== undefined;
    const next = this.#text.charAt(this.#at);
    if (!isEnd && next === (symbol === '.' ? '*' : '{')) {
      this.#at += 1;
      return symbol + next;
    }
    this.#at = at;
    return symbol === '@' && /[0-9]/.test(next) ? '@{' : symbol;
  }

  #nest(symbol: string): void {
    if (symbol === '<' && this.#isAfterTypeName()) this.#modes.push('type');
    else if (symbol === '>' && this.#modes.at(-1) === 'type') this.#modes.pop();
    else if (OPENING.has(symbol.slice(-1))) this.#modes.push('bracket');
    else if (CLOSING.has(symbol)) {
      this.#modes.length = Math.max(this.#modes.lastIndexOf('bracket'), 0);
    }
  }
}

/** The key of a word before a certain token; undefined if that token cannot follow. */
function followedName(word: string, kind: TokenKind, key: string): string | undefined {
  if (word === 'NOT' && kind === 'word' && SPECIAL_AFTER_NOT.has(key)) return 'NOT SPECIAL';
  if (word === 'WITH' && key === '(') return 'WITH EXPRESSION';
  if (word !== 'EXCEPT' || key === '(') return word;
  const isSet = (kind === 'word' && (key === 'ALL' || key === 'DISTINCT')) || key.startsWith('@');
  return isSet ? 'EXCEPT SET' : undefined;
}

/** The message contains the character's first UTF-8 byte, escaped as in C. */
function illegalCharacter(text: string, at: number): string {
  const [byte = 0] = Buffer.from(String.fromCodePoint(text.codePointAt(at) ?? 0));
  const named = { 34: '\\"', 92: '\\\\' }[byte];
  const isPrintable = byte >= 0x20 && byte < 0x7f;
  const escaped = isPrintable
    ? String.fromCharCode(byte)
    : `\\${byte.toString(8).padStart(3, '0')}`;
  return `Syntax error: Illegal input character "${named ?? escaped}"`;
}
