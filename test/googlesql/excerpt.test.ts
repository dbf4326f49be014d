import { expect, test } from 'vitest';
import { withNeededValues } from '../../src/googlesql/duckdb/queries/needed-values.ts';
import { printDuckDb } from '../../src/googlesql/duckdb/queries/print.ts';
import { excerpt } from '../../src/googlesql/excerpt.ts';
import { quoteName } from '../../src/googlesql/functions/core/quote.ts';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { tokenize } from '../../src/googlesql/syntax/lexer/lexer.ts';
import type { Token } from '../../src/googlesql/syntax/lexer/token.ts';
import { compile } from './answer.ts';
import { type Case, readCases, subjects } from './cases.ts';
import refused from './syntax/goldens/refused.json' with { type: 'json' };
import unsupported from './syntax/goldens/unsupported.json' with { type: 'json' };

test.each([
  ['', ''],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), `${'a'.repeat(200)}…`],
  ['😀'.repeat(200), '😀'.repeat(200)],
  ['😀'.repeat(201), `${'😀'.repeat(200)}…`],
  [`a${'😀'.repeat(1e6)}`, `a${'😀'.repeat(199)}…`],
])('excerpt leaves 200 letters (%#)', (text, expected) => {
  expect(excerpt(text)).toBe(expected);
});

/** What tokens are prolonged by: letters that do not repeat themselves. */
const LONG = Array.from({ length: 100 }, (_, i) => `q${String(i).padStart(6, '0')}`).join('');

/** The statement with some of its tokens prolonged. */
function prolonged(sql: string, tokens: readonly Token[]): string {
  let text = '';
  let end = 0;
  for (const token of tokens) {
    const inside = token.end - marksBehind(token, sql);
    text += sql.slice(end, inside) + letters(token);
    end = inside;
  }
  return text + sql.slice(end);
}

/** Digits for a number, letters for what else may be long. */
function letters({ kind }: Token): string {
  return kind === 'integer' || kind === 'float' ? LONG.replaceAll('q', '1') : LONG;
}

/** The number of closing marks of a token. */
function marksBehind({ kind, at, end }: Token, sql: string): number {
  if (kind === 'name') return sql[end - 1] === '`' ? 1 : 0;
  if (kind !== 'string' && kind !== 'bytes') return 0;
  return /^[rb]*("""|''')/i.test(sql.slice(at, end)) ? 3 : 1;
}

const LENGTHENED: ReadonlySet<Token['kind']> = new Set([
  ...(['word', 'name', 'string', 'bytes', 'integer', 'float'] as const),
]);

/** The tokens, each with those beside it, that were prolonged already: cases of a subject resemble each other. */
const seen = new Set<string>();

/** Each statement with one of its tokens prolonged, alone and wherever it is written so. */
function* prolongedStatements({ sql }: Case): Generator<string> {
  const tokens = readTokens(sql).filter(({ kind }) => LENGTHENED.has(kind));
  const written = (token: Token) => sql.slice(token.at, token.end).toLowerCase();
  for (const [i, token] of tokens.entries()) {
    const place = tokens
      .slice(Math.max(0, i - 1), i + 2)
      .map(written)
      .join(' ');
    if (seen.has(place)) continue;
    seen.add(place);
    const same = tokens.filter((other) => written(other) === written(token));
    yield prolonged(sql, [token]);
    if (same.length > 1 && same[0] === token) yield prolonged(sql, same);
  }
}

function readTokens(sql: string): readonly Token[] {
  try {
    return tokenize(sql);
  } catch {
    return [];
  }
}

/** The refusal as callers read it; undefined if the statement is not refused. */
function refusalOf(one: Case): string | undefined {
  try {
    const statement = withNeededValues(compile(one), new Map());
    printDuckDb(statement, { tableSource: ({ table }) => quoteName(table.name) });
    return undefined;
  } catch (error) {
    if (error instanceof SqlError) return error.describe(one.sql);
    throw error;
  }
}

/** An excerpt, and the few letters that stand before it in a message as they do in a statement: `FORMAT '`. */
const PIECE = 220;

/** Whether a message repeats more of a statement than an excerpt. */
function isLong(message: string, sql: string): boolean {
  if (message.length > 1_100) return true;
  const shown = message.toLowerCase();
  const sent = sql.toLowerCase();
  for (let at = 0; at + PIECE <= shown.length; at += 1) {
    if (sent.includes(shown.slice(at, at + PIECE))) return true;
  }
  return false;
}

const CASES: readonly (readonly [string, readonly Case[]])[] = [
  ...subjects().map((subject) => [subject, readCases(subject)] as const),
  ['what is refused', refused.map(([sql = '']) => ({ name: '', sql }))],
  ['what is not supported', unsupported.map(([sql = '']) => ({ name: '', sql }))],
];

test.each(CASES)('no message about %s repeats more than 200 letters of a statement', (_, cases) => {
  const messages = new Set<string>();
  const found: string[] = [];
  for (const one of cases) {
    for (const sql of prolongedStatements(one)) {
      const message = refusalOf({ ...one, sql });
      if (message === undefined || messages.has(message)) continue;
      messages.add(message);
      if (isLong(message, sql)) found.push(message);
    }
  }

  expect(found).toEqual([]);
  expect(messages.size).toBeGreaterThan(0);
});
