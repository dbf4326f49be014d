import { excerpt } from '../../../excerpt.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import type { Argument, Call, Identifier } from '../../tree/ast.ts';
import { parseLimit, parseOrderItems } from '../query-clauses.ts';
import { parseOver } from './window.ts';

/** Parses a call from its opening parenthesis. */
export function parseCall(
  cursor: Cursor,
  path: readonly Identifier[],
  at: number,
  allowsDistinct: boolean,
): Call {
  cursor.expect('(');
  if (!allowsDistinct && cursor.is('DISTINCT')) cursor.fail(')');
  const distinct = cursor.accept('DISTINCT');
  const star = cursor.accept('*');
  const startsArgument = cursor.startsExpression() || cursor.is('SELECT');
  const args = !star && startsArgument ? parseArguments(cursor, path) : [];
  const hasArguments = star || args.length > 0;
  const nulls = hasArguments ? parseNulls(cursor) : undefined;
  const having = parseHaving(cursor);
  refuseModifiers(cursor);
  const orderBy = parseOrderItems(cursor);
  const limit = parseCallLimit(cursor);
  cursor.expect(')');
  refuseAfterCall(cursor);
  const over = cursor.optional('OVER', parseOver);
  return {
    kind: 'call',
    at,
    path,
    parenthesized: true,
    star,
    distinct,
    arguments: args,
    nulls,
    having,
    orderBy,
    limit,
    over,
  };
}

function parseArguments(cursor: Cursor, path: readonly Identifier[]): Argument[] {
  return cursor.list((c) => parseArgument(c, path));
}

function parseArgument(cursor: Cursor, path: readonly Identifier[]): Argument {
  const { at } = cursor;
  cursor.refuseBareQuery('Each function argument');
  if (cursor.is('SEQUENCE') && cursor.isIdentifier(cursor.ahead(1))) {
    cursor.refuse('SEQUENCE arguments are not supported');
  }
  if (cursor.isIdentifier() && cursor.ahead(1).key === '=>') {
    const name = cursor.identifier();
    cursor.expect('=>');
    return { at, name, value: cursor.expression() };
  }
  if (cursor.are('(', ')') && cursor.ahead(2).key === '->') refuseLambda(cursor);
  const value = cursor.expression();
  if (cursor.is('->')) refuseLambda(cursor);
  if (cursor.is('AS')) {
    const name = path.map((part) => part.name).join('.');
    cursor.defer(`Unexpected function call argument alias found at ${excerpt(name)}`, cursor.at);
    cursor.next();
    cursor.identifier();
  }
  return { at, name: undefined, value };
}

function refuseLambda(cursor: Cursor): never {
  return cursor.refuse(
    'Lambdas are not supported, as BigQuery does not have them: write ARRAY(SELECT … FROM UNNEST(…) AS x WHERE …)',
  );
}

function parseNulls(cursor: Cursor): Call['nulls'] {
  if (!cursor.is('IGNORE') && !cursor.is('RESPECT')) return undefined;
  const nulls = cursor.next().key === 'IGNORE' ? 'IGNORE' : 'RESPECT';
  cursor.expect('NULLS');
  return nulls;
}

function parseHaving(cursor: Cursor): Call['having'] {
  const { at } = cursor;
  if (!cursor.accept('HAVING')) return undefined;
  if (!cursor.is('MAX') && !cursor.is('MIN')) cursor.fail('MAX', 'MIN');
  const which = cursor.next().key === 'MAX' ? 'MAX' : 'MIN';
  return { at, which, expression: cursor.expression() };
}

function refuseModifiers(cursor: Cursor): void {
  if (cursor.are('CLAMPED', 'BETWEEN')) cursor.refuse('CLAMPED BETWEEN is not supported');
  if (cursor.are('WITH', 'REPORT')) cursor.refuse('WITH REPORT is not supported');
}

function parseCallLimit(cursor: Cursor): Call['limit'] {
  const { at } = cursor;
  const { limit, offset } = parseLimit(cursor);
  if (offset !== undefined) cursor.defer('OFFSET is not supported inside a function call', at);
  return limit;
}

function refuseAfterCall(cursor: Cursor): void {
  cursor.refuseHint();
  if (cursor.is('WITH EXPRESSION')) {
    cursor.refuse(
      'Saw WITH directly after a function call, which is not allowed. Did you forget to put a comma before the WITH, or did you mean "WITH GROUP_ROWS"?',
    );
  }
  if (cursor.are('WITH', 'GROUP_ROWS')) cursor.refuse('WITH GROUP_ROWS is not supported');
}
