import { SqlError } from '../../sql-error.ts';
import type { Expression, Identifier, Query, Select } from '../tree/ast.ts';
import { FUNCTION_KEYWORDS } from './keywords.ts';
import { decodeQuoted } from './quoted.ts';
import { describeToken, type Token } from './token.ts';

/** Bounds on the parsed text; no realistic query reaches the defaults. */
export interface ParseLimits {
  /** The maximum length of the text in UTF-8 bytes (65536). */
  readonly maxBytes?: number;
  /** The maximum nesting of brackets, queries and operators (250). */
  readonly maxDepth?: number;
  readonly maxTokens?: number;
  /** The maximum number of expressions and queries (50000). */
  readonly maxNodes?: number;
}

/** The mutually recursive grammar rules, through which parser files call each other. */
export interface Grammar {
  /** A query; `expected` is what a message lists if no query starts here. */
  readonly query: (cursor: Cursor, expected: readonly string[]) => Query;
  /** The pipe operators after a query. */
  readonly pipes: (cursor: Cursor, query: Query) => Query;
  readonly select: (cursor: Cursor) => Select;
  readonly expression: (cursor: Cursor) => Expression;
  /** An expression whose operators all bind at least as tightly as `power`. */
  readonly operand: (cursor: Cursor, power: number) => Expression;
  /** Continues an expression after its first operand, which was in parentheses at `at`. */
  readonly continueExpression: (cursor: Cursor, first: Expression, at: number) => Expression;
  /** An expression without operators and without subscripts or fields after it. */
  readonly primary: (cursor: Cursor) => Expression;
}

/** The maximum nesting of a text, unless limits say otherwise. */
export const DEFAULT_DEPTH = 250;
/** The maximum number of expressions and queries of a text, unless limits say otherwise. */
export const DEFAULT_NODES = 50_000;

/** Reserved words and symbols that can start an expression. */
const EXPRESSION_STARTS: ReadonlySet<string> = new Set([
  ...['(', '[', '{', '@', '@@', '?', '+', '-', '~', 'NOT', 'NULL', 'TRUE', 'FALSE', 'CASE', 'CAST'],
  ...['EXTRACT', 'INTERVAL', 'ARRAY', 'STRUCT', 'EXISTS', 'NEW', 'WITH EXPRESSION'],
  ...FUNCTION_KEYWORDS,
]);

/** A position in the token list, with the helpers that every grammar rule needs. */
export class Cursor {
  readonly text: string;
  readonly grammar: Grammar;
  /** The last expression that was in parentheses, which the tree does not record but some rules need. */
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

  /** The token `distance` places ahead; past the end, the last token. */
  ahead(distance: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#index + distance, last)] as Token;
  }

  /** The offset of the next token. */
  get at(): number {
    return this.token.at;
  }

  /** The offset behind the last token that was read; 0 before the first. */
  get readTo(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0;
  }

  /** The key of the next token: a keyword or symbol. */
  get key(): string {
    const { kind, key } = this.token;
    return kind === 'error' ? '' : key;
  }

  is(key: string): boolean {
    return this.key === key;
  }

  /** Whether the next tokens have these keys. */
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

  /** Consumes `key`; otherwise throws a message that lists `expected`, by default `key`. */
  expect(key: string, expected: readonly string[] = [key]): Token {
    if (!this.is(key)) this.fail(...expected);
    return this.next();
  }

  /** Throws at the next token; `expected` lists what would have been valid. */
  fail(...expected: readonly string[]): never {
    const { token } = this;
    if (token.kind === 'error') throw new SqlError(token.key, token.at);
    if (token.key === 'OVER' && token.kind === 'word') {
      this.refuse('Syntax error: OVER keyword must follow a function call');
    }
    const actual = describeToken(token, this.text);
    if (expected.length === 0) this.refuse(`Syntax error: Unexpected ${actual}`);
    const choices = [...new Set(expected.map(describeExpected))].sort().join(' or ');
    return this.refuse(`Syntax error: Expected ${choices} but got ${actual}`);
  }

  /** Throws at a token that was read before. */
  failAt(token: Token): never {
    return this.refuse(`Syntax error: Unexpected ${describeToken(token, this.text)}`, token.at);
  }

  /** Throws the message at the next token, or at `at`. */
  refuse(message: string, at: number = this.at): never {
    throw new SqlError(message, at);
  }

  /** Refuses a hint: hints affect how a query runs, not its result, and none is supported. */
  refuseHint(): void {
    if (this.is('@{')) this.refuse('Hints are not supported');
  }

  /** Records an error about the text's meaning, thrown only if the whole text is well-formed. */
  defer(message: string, at: number): void {
    this.#deferred ??= new SqlError(message, at);
  }

  /** Ends the text; throws if more tokens follow. */
  finish(): void {
    this.accept(';');
    if (this.token.kind !== 'end') this.fail('end of input');
    if (this.#deferred !== undefined) throw this.#deferred;
  }

  /** The keyword at an offset that was read before. */
  keywordAt(at: number): string {
    return /^\w+/.exec(this.text.slice(at))?.[0].toUpperCase() ?? '';
  }

  /** Runs a rule one level deeper and counts its node. */
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

  /** Counts one node; throws if a chain is longer than the maximum depth. */
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

  /** Whether a query without parentheses comes next. */
  startsQuery(): boolean {
    return this.is('SELECT') || this.is('WITH') || this.is('FROM');
  }

  /** Whether an expression can start with the next token. */
  startsExpression(): boolean {
    const { kind, reserved, key } = this.token;
    if (kind === 'symbol' || (kind === 'word' && reserved)) return EXPRESSION_STARTS.has(key);
    return kind !== 'end' && kind !== 'error';
  }

  identifier(): Identifier {
    if (!this.isIdentifier()) this.fail();
    const { at, end } = this.next();
    const name = decodeQuoted(this.text.slice(at, end), at);
    // The names of hidden columns begin with it.
    if (name.includes('\0')) this.refuse('Syntax error: Illegal input character "\\000"', at);
    return { at, name };
  }

  /** Consumes the next word as an identifier, even if it is reserved. */
  word(): Identifier {
    const { at, end } = this.next();
    return { at, name: this.text.slice(at, end) };
  }

  /** One or more results of a rule, separated by commas. */
  list<T>(rule: (cursor: Cursor) => T): [T, ...T[]] {
    const items: [T, ...T[]] = [rule(this)];
    while (this.accept(',')) items.push(rule(this));
    return items;
  }

  /** One or more results of a rule in parentheses, separated by commas. */
  parenthesizedList<T>(rule: (cursor: Cursor) => T): [T, ...T[]] {
    this.expect('(');
    const items = this.list(rule);
    this.expect(')', [')', ',']);
    return items;
  }

  /** One or more identifiers in parentheses, separated by commas. */
  parenthesizedNames(): readonly Identifier[] {
    return this.parenthesizedList((cursor) => cursor.identifier());
  }

  /** The rule's result if `key` comes next. */
  optional<T>(key: string, rule: (cursor: Cursor) => T): T | undefined {
    return this.accept(key) ? rule(this) : undefined;
  }

  expression(): Expression {
    return this.grammar.expression(this);
  }

  /**
   * The argument of UNNEST; an alias is parsed as in the reference's grammar and refused with the message `noAlias`.
   */
  unnested(noAlias: string): Expression {
    this.refuseBareQuery('The argument to UNNEST');
    const argument = this.expression();
    const { at } = this;
    if (this.accept('AS')) {
      this.identifier();
      this.defer(noAlias, at);
    }
    return argument;
  }

  /** Refuses a query without parentheses as an expression. */
  refuseBareQuery(what: string): void {
    if (!this.is('SELECT')) return;
    const advice =
      'to use a query as an expression, the query must be wrapped with additional parentheses to make it a scalar subquery expression';
    this.refuse(`${what} is an expression, not a query; ${advice}`);
  }

  /** `[AS] alias`, if present. */
  alias(): Identifier | undefined {
    if (this.accept('AS')) return this.identifier();
    return this.isIdentifier() ? this.identifier() : undefined;
  }

  /** A query in parentheses. */
  parenthesizedQuery(): Query {
    this.expect('(');
    const query = this.grammar.query(this, ['(', 'SELECT', 'WITH']);
    this.expect(')');
    return query;
  }
}

function describeExpected(expected: string): string {
  if (/^[A-Z][A-Z ]*$/.test(expected)) return `keyword ${expected}`;
  return /^[a-z]/.test(expected) ? expected : `"${expected}"`;
}
