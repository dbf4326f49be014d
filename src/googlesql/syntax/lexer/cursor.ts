import { SqlError } from '../../sql-error.ts';
import type { Expression, Identifier, Query, Select } from '../tree/ast.ts';
import { FUNCTION_KEYWORDS } from './keywords.ts';
import { decodeQuoted } from './quoted.ts';
import { describeToken, type Token } from './token.ts';

/** Bounds on what is parsed; each has a default that no sensible query reaches. */
export interface ParseLimits {
  /** The text's length in UTF-8 bytes (65536). */
  readonly maxBytes?: number;
  /** How deep brackets, queries and operators may be nested (250). */
  readonly maxDepth?: number;
  readonly maxTokens?: number;
  /** How many expressions and queries there may be (50000). */
  readonly maxNodes?: number;
}

/** The rules that refer to each other across files; each parser file gets at the others through the cursor. */
export interface Grammar {
  /** A query; `expected` is what a message offers where none starts. */
  readonly query: (cursor: Cursor, expected: readonly string[]) => Query;
  readonly select: (cursor: Cursor) => Select;
  readonly expression: (cursor: Cursor) => Expression;
  /** An expression whose operators all bind at least as tightly as `power`. */
  readonly operand: (cursor: Cursor, power: number) => Expression;
  /** What follows an expression's first operand, which stood in parentheses at `at`. */
  readonly goOn: (cursor: Cursor, first: Expression, at: number) => Expression;
  /** An expression without operators and without what follows it (subscripts, fields). */
  readonly primary: (cursor: Cursor) => Expression;
}

const DEFAULT_DEPTH = 250;
const DEFAULT_NODES = 50_000;

/** The reserved words and symbols with which expressions start. */
const STARTS: ReadonlySet<string> = new Set([
  ...['(', '[', '{', '@', '@@', '?', '+', '-', '~', 'NOT', 'NULL', 'TRUE', 'FALSE', 'CASE', 'CAST'],
  ...['EXTRACT', 'INTERVAL', 'ARRAY', 'STRUCT', 'EXISTS', 'NEW', 'WITH EXPRESSION'],
  ...FUNCTION_KEYWORDS,
]);

/** A place among the tokens, with what every rule of the grammar needs there. */
export class Cursor {
  readonly text: string;
  readonly grammar: Grammar;
  /** The expression that was in parentheses last: the tree forgets them, but some rules ask. */
  parenthesized: Expression | undefined;
  readonly #tokens: readonly Token[];
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  #index = 0;
  #depth = 0;
  #nodes = 0;
  #deferred: SqlError | undefined;

  constructor(text: string, tokens: readonly Token[], grammar: Grammar, limits: ParseLimits) {
    this.text = text;
    this.grammar = grammar;
    this.#tokens = tokens;
    this.#maxDepth = limits.maxDepth ?? DEFAULT_DEPTH;
    this.#maxNodes = limits.maxNodes ?? DEFAULT_NODES;
  }

  get token(): Token {
    return this.ahead(0);
  }

  /** The token `distance` places further on; past the end it is the last one. */
  ahead(distance: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#index + distance, last)] as Token;
  }

  /** The offset of the next token. */
  get at(): number {
    return this.token.at;
  }

  /** The key of the next token: a keyword or symbol. */
  get key(): string {
    const { kind, key } = this.token;
    return kind === 'error' ? '' : key;
  }

  is(key: string): boolean {
    return this.key === key;
  }

  /** Whether these keys come next. */
  are(...keys: readonly string[]): boolean {
    return keys.every((key, i) => this.ahead(i).kind !== 'error' && this.ahead(i).key === key);
  }

  next(): Token {
    const { token } = this;
    if (token.kind === 'error') this.fail();
    this.#index += 1;
    return token;
  }

  accept(...keys: readonly string[]): boolean {
    if (!this.are(...keys)) return false;
    this.#index += keys.length;
    return true;
  }

  /** Takes `key`; otherwise the message lists `expected`, which is `key` alone unless said otherwise. */
  expect(key: string, expected: readonly string[] = [key]): Token {
    if (!this.is(key)) this.fail(...expected);
    return this.next();
  }

  /** Refuses the next token; with `expected`, says what could have stood there. */
  fail(...expected: readonly string[]): never {
    const { token } = this;
    if (token.kind === 'error') throw new SqlError(token.key, token.at);
    if (token.key === 'OVER' && token.kind === 'word') {
      this.refuse('Syntax error: OVER keyword must follow a function call');
    }
    const found = describeToken(token, this.text);
    if (expected.length === 0) this.refuse(`Syntax error: Unexpected ${found}`);
    const choices = [...new Set(expected.map(describeExpected))].sort().join(' or ');
    return this.refuse(`Syntax error: Expected ${choices} but got ${found}`);
  }

  /** Refuses a token that was read before. */
  failAt(token: Token): never {
    return this.refuse(`Syntax error: Unexpected ${describeToken(token, this.text)}`, token.at);
  }

  /** Refuses the text at the next token, or at `at`, in the given words. */
  refuse(message: string, at: number = this.at): never {
    throw new SqlError(message, at);
  }

  /** Refuses the text for what it says, once all of it has turned out to be well-formed. */
  defer(message: string, at: number): void {
    this.#deferred ??= new SqlError(message, at);
  }

  /** Ends the text: nothing may follow. */
  finish(): void {
    this.accept(';');
    if (this.token.kind !== 'end') this.fail('end of input');
    if (this.#deferred !== undefined) throw this.#deferred;
  }

  /** The keyword at an offset that was read before. */
  keywordAt(at: number): string {
    return /^\w+/.exec(this.text.slice(at))?.[0].toUpperCase() ?? '';
  }

  /** Runs a rule one level deeper; also counts its node. */
  nest<T>(rule: (cursor: Cursor) => T): T {
    this.#depth += 1;
    if (this.#depth > this.#maxDepth) {
      this.refuse(`Query is nested too deeply: the limit is ${this.#maxDepth} levels`);
    }
    this.count();
    const result = rule(this);
    this.#depth -= 1;
    return result;
  }

  /** Counts one node, and refuses a chain that is longer than the nesting may be deep. */
  count(chain = 0): void {
    this.#nodes += 1;
    if (this.#nodes > this.#maxNodes) {
      this.refuse(`Query is too complex: the limit is ${this.#maxNodes} expressions`);
    }
    if (chain > this.#maxDepth) {
      this.refuse(`Query is nested too deeply: the limit is ${this.#maxDepth} levels`);
    }
  }

  /** Whether the next token can be an identifier. */
  isIdentifier(token: Token = this.token): boolean {
    return token.kind === 'name' || (token.kind === 'word' && !token.reserved);
  }

  /** Whether an expression can start with the next token. */
  startsExpression(): boolean {
    const { kind, reserved, key } = this.token;
    if (kind === 'symbol' || (kind === 'word' && reserved)) return STARTS.has(key);
    return kind !== 'end' && kind !== 'error';
  }

  identifier(...expected: readonly string[]): Identifier {
    if (!this.isIdentifier()) this.fail(...expected);
    const { at, end } = this.next();
    return { at, name: decodeQuoted(this.text.slice(at, end), at) };
  }

  /** The next word as an identifier, even if it is reserved. */
  word(): Identifier {
    const { at, end } = this.next();
    return { at, name: this.text.slice(at, end) };
  }

  /** One or more of a rule, with commas between. */
  list<T>(rule: (cursor: Cursor) => T): [T, ...T[]] {
    const items: [T, ...T[]] = [rule(this)];
    while (this.accept(',')) items.push(rule(this));
    return items;
  }

  /** The rule's result if `key` comes next. */
  optional<T>(key: string, rule: (cursor: Cursor) => T): T | undefined {
    return this.accept(key) ? rule(this) : undefined;
  }

  expression(): Expression {
    return this.grammar.expression(this);
  }

  /** The argument of UNNEST; the grammar lets it have an alias, which is then refused in the given words. */
  unnested(noAlias: string): Expression {
    if (this.is('SELECT')) {
      this.refuse(
        'The argument to UNNEST is an expression, not a query; to use a query as an expression, the query must be wrapped with additional parentheses to make it a scalar subquery expression',
      );
    }
    const argument = this.expression();
    const { at } = this;
    if (this.accept('AS')) {
      this.identifier();
      this.defer(noAlias, at);
    }
    return argument;
  }

  /** A query in parentheses. */
  parenthesizedQuery(...expected: readonly string[]): Query {
    this.expect('(', expected.length > 0 ? expected : ['(']);
    const query = this.grammar.query(this, ['(', 'SELECT', 'WITH']);
    this.expect(')');
    return query;
  }
}

function describeExpected(expected: string): string {
  if (/^[A-Z][A-Z ]*$/.test(expected)) return `keyword ${expected}`;
  return /^[a-z]/.test(expected) ? expected : `"${expected}"`;
}
