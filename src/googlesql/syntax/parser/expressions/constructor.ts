import type { Cursor } from '../../lexer/cursor.ts';
import type { ArrayConstructor, Expression, StructConstructor, TypeName } from '../../tree/ast.ts';
import { parseType } from './type.ts';

type StructType = Extract<TypeName, { kind: 'struct_type' }>;

/** Parses an expression that starts with ARRAY: a constructor with or without a type, or a subquery. */
export function parseArrayWord(cursor: Cursor): Expression {
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
export function parseArray(
  cursor: Cursor,
  at: number,
  element: TypeName | undefined,
): ArrayConstructor {
  cursor.expect('[');
  const items: Expression[] = [];
  if (!cursor.is(']')) items.push(...cursor.list((c) => c.expression()));
  cursor.expect(']', [',', ']']);
  return { kind: 'array', at, element, items };
}

/** Parses an expression that starts with STRUCT. */
export function parseStructWord(cursor: Cursor): StructConstructor {
  const { at } = cursor;
  if (cursor.ahead(1).key === '<') {
    const type = parseType(cursor);
    return parseStruct(cursor, at, type.kind === 'struct_type' ? type : undefined);
  }
  cursor.next();
  if (!cursor.is('(')) cursor.fail('(', '<');
  return parseStruct(cursor, at, undefined);
}

function parseStruct(cursor: Cursor, at: number, type: StructType | undefined): StructConstructor {
  cursor.expect('(');
  const fields = cursor.is(')') ? [] : cursor.list(parseField);
  cursor.expect(')', [')', ',']);
  return { kind: 'struct', at, tuple: false, type, fields };
}

function parseField(cursor: Cursor): StructConstructor['fields'][number] {
  const expression = cursor.expression();
  return { expression, alias: cursor.optional('AS', (c) => c.identifier()) };
}
