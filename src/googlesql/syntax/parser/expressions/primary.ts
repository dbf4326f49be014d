import type { Cursor } from '../../lexer/cursor.ts';
import { CURRENT_FUNCTIONS, FUNCTION_KEYWORDS } from '../../lexer/keywords.ts';
import { decodeQuoted } from '../../lexer/quoted.ts';
import type {
  ArrayConstructor,
  Call,
  Expression,
  Literal,
  StructConstructor,
  TypeName,
} from '../../tree/ast.ts';
import { parseCall } from './call.ts';
import { parseParenthesizedExpression } from './parenthesized.ts';
import {
  parseCase,
  parseCast,
  parseExtract,
  parseInterval,
  parseWithExpression,
} from './special.ts';
import { parseRangeType, parseType } from './type.ts';

type Rule = (cursor: Cursor) => Expression;

/** Expressions that start with their own keyword or symbol. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['(', parseParenthesizedExpression],
  ['[', (cursor) => parseArray(cursor, cursor.at, undefined)],
  ['@', parseParameter],
  ['NULL', (cursor) => keyword(cursor, 'NULL', '')],
  ['TRUE', (cursor) => keyword(cursor, 'BOOL', 'true')],
  ['FALSE', (cursor) => keyword(cursor, 'BOOL', 'false')],
  ['CASE', parseCase],
  ['CAST', parseCast],
  ['EXTRACT', parseExtract],
  ['INTERVAL', parseInterval],
  ['ARRAY', parseArrayWord],
  ['STRUCT', parseStructWord],
  ['EXISTS', parseExists],
  ['?', (cursor) => cursor.refuse('Positional parameters are not supported')],
  ['@@', (cursor) => cursor.refuse('System variables are not supported')],
  ['WITH EXPRESSION', parseWithExpression],
  ['NEW', (cursor) => cursor.refuse('NEW is not supported')],
  ['{', (cursor) => cursor.refuse('Braced constructors are not supported')],
]);

/** Words that turn the string after them into a typed literal. */
const TYPED: ReadonlyMap<string, Literal['type']> = new Map([
  ...(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP', 'NUMERIC', 'BIGNUMERIC', 'JSON'] as const).map(
    (type) => [type, type] as const,
  ),
  ['DECIMAL', 'NUMERIC'],
  ['BIGDECIMAL', 'BIGNUMERIC'],
]);

/** Parses an operand: a literal, a name, a bracketed expression or special syntax. */
export function parsePrimary(cursor: Cursor): Expression {
  const rule = RULES.get(cursor.key);
  if (rule !== undefined) return rule(cursor);
  switch (cursor.token.kind) {
    case 'string':
      return quoted(cursor, 'STRING', cursor.at);
    case 'bytes':
      return quoted(cursor, 'BYTES', cursor.at);
    case 'integer':
    case 'float':
      return number(cursor);
    default:
      return word(cursor);
  }
}

function keyword(cursor: Cursor, type: Literal['type'], value: string): Literal {
  return { kind: 'literal', at: cursor.next().at, type, value };
}

function quoted(cursor: Cursor, type: Literal['type'], at: number): Literal {
  const token = cursor.next();
  const value = decodeQuoted(cursor.text.slice(token.at, token.end), token.at);
  return { kind: 'literal', at, type, value };
}

function number(cursor: Cursor): Literal {
  const { kind, at, end } = cursor.next();
  const source = cursor.text.slice(at, end).toLowerCase();
  if (kind === 'float')
    return { kind: 'literal', at, type: 'FLOAT64', value: canonicalFloat(source) };
  const isHex = source.startsWith('0x');
  const value = isHex ? source : source.replace(/^0+(?=.)/, '');
  return { kind: 'literal', at, type: 'INT64', value };
}

/** A float with at least one digit on each side of the dot, and without a dot if there is only an exponent. */
function canonicalFloat(source: string): string {
  const [mantissa = '', exponent] = source.split('e');
  const [whole = '', fraction] = mantissa.split('.');
  const digits = fraction === undefined ? whole : `${whole || '0'}.${fraction || '0'}`;
  return exponent === undefined ? digits : `${digits}e${exponent}`;
}

function parseParameter(cursor: Cursor): Expression {
  const { at } = cursor.next();
  const { name } = cursor.identifier();
  return { kind: 'parameter', at, name };
}

function parseExists(cursor: Cursor): Expression {
  const { at } = cursor.next();
  cursor.refuseHint();
  const query = cursor.parenthesizedQuery();
  return { kind: 'subquery', at, modifier: 'EXISTS', query };
}

function word(cursor: Cursor): Expression {
  const { token } = cursor;
  const { at, key } = token;
  if (token.kind === 'word' && FUNCTION_KEYWORDS.has(key)) return functionKeyword(cursor);
  const following = cursor.ahead(1);
  const typed = token.kind === 'word' ? TYPED.get(key) : undefined;
  if (typed !== undefined && following.kind === 'string') {
    cursor.next();
    return quoted(cursor, typed, at);
  }
  if (token.kind === 'word' && following.key === '(') {
    if (key === 'SAFE_CAST') return parseCast(cursor);
    if (key === 'REPLACE_FIELDS') cursor.refuse('REPLACE_FIELDS is not supported');
  }
  const name = cursor.identifier();
  const isBare = token.kind === 'word' && CURRENT_FUNCTIONS.has(key);
  return isBare ? bareCall(name) : { kind: 'path', at, names: [name] };
}

function functionKeyword(cursor: Cursor): Expression {
  const { at, key } = cursor.token;
  if (key === 'RANGE' && cursor.ahead(1).key === '<') return rangeLiteral(cursor);
  if (cursor.ahead(1).key !== '(') {
    cursor.next();
    cursor.fail('(');
  }
  return parseCall(cursor, [cursor.word()], at, false);
}

function rangeLiteral(cursor: Cursor): Literal {
  const { at } = cursor;
  const type = parseRangeType(cursor);
  if (cursor.token.kind !== 'string') cursor.fail('string literal');
  return quoted(cursor, type, at);
}

function bareCall(name: Call['path'][number]): Call {
  const modifiers = { nulls: undefined, having: undefined, limit: undefined, over: undefined };
  const nothing = { star: false, distinct: false, arguments: [], orderBy: [], ...modifiers };
  return { kind: 'call', at: name.at, path: [name], parenthesized: false, ...nothing };
}

type StructTypeName = Extract<TypeName, { kind: 'struct_type' }>;

/** Parses an expression that starts with ARRAY: a constructor with or without a type, or a subquery. */
function parseArrayWord(cursor: Cursor): Expression {
  const { at } = cursor;
  if (cursor.ahead(1).key === '<') {
    const type = parseType(cursor);
    return parseArray(cursor, at, type.kind === 'array_type' ? type.element : undefined);
  }
  cursor.next();
  if (cursor.is('[')) return parseArray(cursor, at, undefined);
  if (!cursor.is('(')) cursor.fail('(', '<', '[');
  return { kind: 'subquery', at, modifier: 'ARRAY', query: cursor.parenthesizedQuery() };
}

/** Parses an array's elements in brackets. */
function parseArray(cursor: Cursor, at: number, element: TypeName | undefined): ArrayConstructor {
  cursor.expect('[');
  const items: Expression[] = [];
  if (!cursor.is(']')) items.push(...cursor.list((c) => c.expression()));
  cursor.expect(']', [',', ']']);
  return { kind: 'array', at, element, items };
}

/** Parses an expression that starts with STRUCT. */
function parseStructWord(cursor: Cursor): StructConstructor {
  const { at } = cursor;
  if (cursor.ahead(1).key === '<') {
    const type = parseType(cursor);
    return parseStruct(cursor, at, type.kind === 'struct_type' ? type : undefined);
  }
  cursor.next();
  if (!cursor.is('(')) cursor.fail('(', '<');
  return parseStruct(cursor, at, undefined);
}

function parseStruct(
  cursor: Cursor,
  at: number,
  type: StructTypeName | undefined,
): StructConstructor {
  cursor.expect('(');
  const fields = cursor.is(')') ? [] : cursor.list(parseField);
  cursor.expect(')', [')', ',']);
  return { kind: 'struct', at, tuple: false, type, fields };
}

function parseField(cursor: Cursor): StructConstructor['fields'][number] {
  const expression = cursor.expression();
  return { expression, alias: cursor.optional('AS', (c) => c.identifier()) };
}
