import { excerpt } from '../../../excerpt.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import type { Token } from '../../lexer/token.ts';
import { printPath } from '../../printer/literal.ts';
import type {
  DerivedTable,
  FromItem,
  Identifier,
  Join,
  Query,
  TablePath,
  WithOffset,
} from '../../tree/ast.ts';
import { continuesQuery, finishQuery, startsSetOperator } from '../set-operation.ts';
import { type JoinPart, joinParts } from './join-conditions.ts';
import { parsePivots, refusePivot, startsPivot } from './pivot.ts';
import { parseRangeSessionize } from './range-sessionize.ts';

/** Parses the content of FROM: tables, commas and joins. */
export function parseFrom(cursor: Cursor): FromItem {
  if (cursor.is('@') || cursor.is('?')) {
    cursor.refuse('Query parameters cannot be used in place of table names');
  }
  if (cursor.is('@@')) cursor.refuse('System variables cannot be used in place of table names');
  return parseJoins(cursor, cursor.at, parseTable(cursor), true);
}

function parseJoins(cursor: Cursor, start: number, first: FromItem, commas: boolean): FromItem {
  const parts: JoinPart[] = [];
  for (;;) {
    const { at } = cursor;
    const type = commas && cursor.accept(',') ? 'COMMA' : parseJoinType(cursor);
    if (type === undefined) break;
    cursor.count(parts.length);
    const right = parseTable(cursor);
    const conditions = type === 'COMMA' ? [] : parseConditions(cursor);
    const hasComma = parts.some((part) => part.type === 'COMMA');
    if ((type === 'RIGHT' || type === 'FULL') && hasComma) refuseAfterComma(cursor, type, at);
    parts.push({ at, type, right, conditions });
  }
  return joinParts(cursor, start, first, parts);
}

/** Parses a join of what a pipe has so far, which `left` gives; undefined if no join follows. */
export function parsePipeJoin(cursor: Cursor, left: () => FromItem): FromItem | undefined {
  const { at } = cursor;
  const type = parseJoinType(cursor);
  if (type === undefined) return undefined;
  const right = parseTable(cursor);
  return joinParts(cursor, at, left(), [{ at, type, right, conditions: parseConditions(cursor) }]);
}

function refuseAfterComma(cursor: Cursor, type: string, at: number): never {
  return cursor.refuse(
    `Syntax error: ${type} JOIN must be parenthesized when following a comma join.  Also, if the preceding comma join is a correlated CROSS JOIN that unnests an array, then CROSS JOIN syntax must be used in place of the comma join`,
    at,
  );
}

const JOIN_TYPES: Readonly<Record<string, Join['type']>> = {
  JOIN: 'INNER',
  INNER: 'INNER',
  CROSS: 'CROSS',
  LEFT: 'LEFT',
  RIGHT: 'RIGHT',
  FULL: 'FULL',
};

/** Parses the keywords of a join up to JOIN; undefined if no join follows. */
function parseJoinType(cursor: Cursor): Join['type'] | undefined {
  if (cursor.is('NATURAL')) cursor.refuse('Natural join not supported');
  const type = startsSetOperator(cursor) ? undefined : JOIN_TYPES[cursor.key];
  if (type === undefined) {
    if (cursor.are('HASH', 'JOIN') || cursor.are('LOOKUP', 'JOIN')) refuseJoinHint(cursor);
    return undefined;
  }
  if (cursor.accept('JOIN')) return type;
  cursor.next();
  if (type !== 'INNER' && type !== 'CROSS') cursor.accept('OUTER');
  if (cursor.is('HASH') || cursor.is('LOOKUP')) refuseJoinHint(cursor);
  cursor.expect('JOIN');
  cursor.refuseHint();
  return type;
}

function refuseJoinHint(cursor: Cursor): never {
  return cursor.refuse(`${cursor.key} JOIN is not supported`);
}

function parseConditions(cursor: Cursor): JoinPart['conditions'] {
  const conditions: JoinPart['conditions'][number][] = [];
  for (;;) {
    const { at } = cursor;
    if (cursor.accept('ON')) {
      conditions.push({ at, condition: { kind: 'on', expression: cursor.expression() } });
    } else if (cursor.accept('USING')) {
      const columns = cursor.parenthesizedNames();
      conditions.push({ at, condition: { kind: 'using', columns } });
    } else {
      return conditions;
    }
  }
}

function parseTable(cursor: Cursor): FromItem {
  cursor.count();
  if (cursor.is('(')) return cursor.nest(parseParenthesized);
  if (cursor.is('UNNEST')) return parseUnnest(cursor);
  return parseTablePath(cursor);
}

/** Parses a query or a join in parentheses; nested parentheses must be read first to decide which. */
function parseParenthesized(cursor: Cursor): FromItem {
  const { at } = cursor;
  const inside = parseInside(cursor);
  return inside.kind === 'query' ? parseDerived(cursor, at, inside) : inside;
}

/** Parses from an opening parenthesis to its closing one. */
function parseInside(cursor: Cursor): Query | Join {
  cursor.expect('(');
  const firstAt = cursor.at;
  let first: FromItem;
  if (cursor.startsQuery()) {
    return closeParenthesis(cursor, cursor.grammar.query(cursor, []));
  }
  if (cursor.is('(')) {
    const inside = cursor.nest(parseInside);
    if (inside.kind === 'query') {
      if (continuesQuery(cursor)) {
        return closeParenthesis(cursor, finishQuery(cursor, firstAt, undefined, inside));
      }
      if (cursor.accept(')')) return inside;
      first = parseDerived(cursor, firstAt, inside);
    } else {
      first = inside;
    }
  } else {
    first = parseTable(cursor);
  }
  const join = parseJoins(cursor, firstAt, first, false);
  if (join === first || join.kind !== 'join' || !cursor.is(')')) cursor.fail('JOIN');
  return closeParenthesis(cursor, join);
}

function closeParenthesis<T extends Query | Join>(cursor: Cursor, inside: T): T {
  cursor.expect(')');
  refuseSample(cursor);
  if (inside.kind === 'join') refusePivot(cursor, 'a join in parentheses');
  return inside;
}

function parseDerived(cursor: Cursor, at: number, query: Query): FromItem {
  const table: DerivedTable = { kind: 'derived_table', at, query, alias: parseTableAlias(cursor) };
  return parsePivots(cursor, table);
}

function parseUnnest(cursor: Cursor): FromItem {
  const { at } = cursor;
  cursor.expect('UNNEST');
  cursor.expect('(');
  const expression = cursor.unnested('Argument alias in UNNEST in FROM clause is not implemented');
  if (cursor.accept(',')) {
    cursor.refuse('Multiple arguments in UNNEST in FROM clause is not implemented');
  }
  cursor.expect(')');
  refuseAccess(cursor);
  const alias = parseTableAlias(cursor);
  refusePivot(cursor, 'array scans');
  const withOffset = parseWithOffset(cursor);
  refusePivot(cursor, 'array scans');
  refuseSample(cursor);
  return { kind: 'unnest', at, expression, alias, withOffset };
}

function parseTablePath(cursor: Cursor): FromItem {
  const { at } = cursor;
  const path = cursor.is('IF') ? [parseIf(cursor)] : parsePath(cursor);
  refuseAccess(cursor);
  if (cursor.is('(') && printPath(path).toUpperCase() === 'RANGE_SESSIONIZE')
    return parseDerived(cursor, at, parseRangeSessionize(cursor, at, parseTableArgument));
  if (cursor.is('('))
    cursor.refuse(`Table-valued function not found: ${excerpt(printPath(path))}`, at);
  const alias = parseTableAlias(cursor);
  const withOffset = parseWithOffset(cursor);
  const table: TablePath = { kind: 'table_path', at, path, alias, withOffset };
  if (withOffset) refusePivot(cursor, 'array scans');
  const item = parsePivots(cursor, table);
  refuseSample(cursor);
  return item;
}

function parsePath(cursor: Cursor): Identifier[] {
  const path = parseDashed(cursor);
  while (cursor.is('.') && cursor.ahead(1).key !== '(') {
    cursor.next();
    path.push(cursor.identifier());
  }
  return path;
}

/** Parses `TABLE t` or a query in parentheses. */
function parseTableArgument(cursor: Cursor): FromItem {
  const { at } = cursor;
  if (cursor.accept('TABLE')) {
    const path = parsePath(cursor);
    return { kind: 'table_path', at, path, alias: undefined, withOffset: undefined };
  }
  if (!cursor.is('(')) cursor.fail('TABLE');
  const query = cursor.nest(parseInside);
  if (query.kind !== 'query') cursor.fail();
  return { kind: 'derived_table', at, query, alias: undefined };
}

/** Parses IF, which is reserved but starts a call here. */
function parseIf(cursor: Cursor): Identifier {
  const name = cursor.word();
  if (!cursor.is('(')) cursor.fail('(');
  return name;
}

/**
 * Parses the first name of a table path, the only place where names may contain unspaced dashes. The lexer includes the
 * dot after a number in the number, so `a-1.b` also yields its second name.
 */
function parseDashed(cursor: Cursor): Identifier[] {
  const first = cursor.token;
  const { at, name } = cursor.identifier();
  let text = name;
  let { end } = first;
  while (cursor.is('-') && first.kind === 'word') {
    const part = dashedPart(cursor, end);
    end = part.end;
    text += `-${cursor.text.slice(part.at, end)}`;
    if (part.kind === 'float') return [{ at, name: text.slice(0, -1) }, cursor.identifier()];
  }
  return [{ at, name: text }];
}

/** Parses the part after a dash at `end`, directly after the name so far. */
function dashedPart(cursor: Cursor, end: number): Token {
  const dash = cursor.token;
  const part = cursor.ahead(1);
  const isName = part.kind === 'integer' || (part.kind === 'word' && !part.reserved);
  const isNumber = part.kind === 'float' && cursor.text.charAt(part.end - 1) === '.';
  if (!isName && !isNumber) {
    cursor.next();
    cursor.fail();
  }
  if (dash.at !== end || part.at !== dash.end) cursor.fail();
  cursor.next();
  return cursor.next();
}

function refuseAccess(cursor: Cursor): void {
  const why = 'is not allowed in the FROM clause without UNNEST; Use UNNEST(<expression>)';
  if (cursor.is('[')) cursor.refuse(`Syntax error: Array element access ${why}`);
  if (cursor.are('.', '(')) {
    cursor.refuse(`Syntax error: Generalized field access ${why}`, cursor.ahead(1).at);
  }
  cursor.refuseHint();
}

function parseTableAlias(cursor: Cursor): Identifier | undefined {
  return startsPivot(cursor) ? undefined : cursor.alias();
}

function parseWithOffset(cursor: Cursor): WithOffset | undefined {
  const { at } = cursor;
  if (!cursor.accept('WITH')) return undefined;
  cursor.expect('OFFSET');
  return { at, alias: cursor.alias() };
}

function refuseSample(cursor: Cursor): void {
  if (cursor.is('TABLESAMPLE')) cursor.refuse('TABLESAMPLE is not supported');
  const isSystemTime = cursor.are('FOR', 'SYSTEM_TIME') || cursor.are('FOR', 'SYSTEM');
  if (isSystemTime) cursor.refuse('FOR SYSTEM_TIME AS OF is not supported');
}
