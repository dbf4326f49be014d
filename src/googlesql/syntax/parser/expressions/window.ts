import type { Cursor } from '../../lexer/cursor.ts';
import type { FrameBound, WindowFrame, WindowName, WindowSpecification } from '../../tree/ast.ts';
import { parseOrderItems } from '../query-clauses.ts';

/** Parses a named window's definition; `w2 AS w` is a specification with only a base. */
export function parseWindow(cursor: Cursor): WindowSpecification {
  const over = parseOver(cursor);
  if (over.kind === 'window') return over;
  const { at, name } = over;
  return { kind: 'window', at, base: name, partitionBy: [], orderBy: [], frame: undefined };
}

/** Parses what follows OVER: a window's name, or a specification in parentheses. */
export function parseOver(cursor: Cursor): WindowName | WindowSpecification {
  const { at } = cursor;
  if (!cursor.is('(')) return { kind: 'window_name', at, name: cursor.identifier() };
  cursor.next();
  const base = cursor.isIdentifier() ? cursor.identifier() : undefined;
  const partitionBy = parsePartitionBy(cursor);
  const orderBy = parseOrderItems(cursor);
  const frame = parseFrame(cursor);
  cursor.expect(')');
  return { kind: 'window', at, base, partitionBy, orderBy, frame };
}

function parsePartitionBy(cursor: Cursor): WindowSpecification['partitionBy'] {
  if (!cursor.accept('PARTITION')) return [];
  cursor.expect('BY');
  return cursor.list((c) => c.expression());
}

function parseFrame(cursor: Cursor): WindowFrame | undefined {
  const { at, key } = cursor;
  if (key !== 'ROWS' && key !== 'RANGE') return undefined;
  cursor.next();
  if (!cursor.accept('BETWEEN')) {
    return { at, unit: key, start: parseBound(cursor), end: undefined };
  }
  const start = parseBound(cursor);
  cursor.expect('AND BETWEEN', ['AND']);
  return { at, unit: key, start, end: parseBound(cursor) };
}

function parseBound(cursor: Cursor): FrameBound {
  const { at } = cursor;
  if (cursor.accept('CURRENT')) {
    cursor.expect('ROW');
    return { kind: 'CURRENT ROW', at, offset: undefined };
  }
  if (cursor.accept('UNBOUNDED')) {
    return {
      kind: `UNBOUNDED ${parseSide(cursor, ['FOLLOWING', 'PRECEDING'])}`,
      at,
      offset: undefined,
    };
  }
  const offset = cursor.expression();
  return { kind: parseSide(cursor, []), at, offset };
}

function parseSide(cursor: Cursor, expected: readonly string[]): 'PRECEDING' | 'FOLLOWING' {
  if (cursor.accept('PRECEDING')) return 'PRECEDING';
  if (cursor.accept('FOLLOWING')) return 'FOLLOWING';
  return cursor.fail(...expected);
}
