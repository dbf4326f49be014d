import { excerpt } from '../../../excerpt.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import { SUBSCRIPT_WRAPPERS } from '../../lexer/keywords.ts';
import type { Expression, Identifier, Subscript } from '../../tree/ast.ts';
import { parseCall } from './call.ts';

/** Parses fields, subscripts and calls after an operand that starts at `at`. */
export function parsePostfix(cursor: Cursor, operand: Expression, at: number): Expression {
  let base = operand;
  for (let length = 0; ; length += 1) {
    if (cursor.is('.')) base = parseField(cursor, base, at);
    else if (cursor.is('[')) base = parseSubscript(cursor, base);
    else if (cursor.is('(')) base = parseCallOf(cursor, base, at);
    else return base;
    cursor.count(length);
  }
}

function parseField(cursor: Cursor, base: Expression, at: number): Expression {
  cursor.expect('.');
  if (cursor.is('(')) cursor.refuse('Generalized field access is not supported');
  const field = cursor.identifier();
  if (base.kind === 'path' && cursor.parenthesized !== base) {
    return { kind: 'path', at, names: [...base.names, field] };
  }
  return { kind: 'field', at: field.at, base, field };
}

function isWrapper(name: string): name is NonNullable<Subscript['wrapper']> {
  return SUBSCRIPT_WRAPPERS.has(name);
}

function parseSubscript(cursor: Cursor, base: Expression): Subscript {
  const { at } = cursor;
  cursor.expect('[');
  const inside = cursor.expression();
  cursor.expect(']', []);
  const wrapped = unwrap(inside, cursor.parenthesized);
  return { kind: 'subscript', at, base, ...(wrapped ?? { wrapper: undefined, index: inside }) };
}

/** `OFFSET(i)` and similar wrappers have the syntax of calls, but are part of the subscript. */
function unwrap(
  inside: Expression,
  parenthesized: Expression | undefined,
): Pick<Subscript, 'wrapper' | 'index'> | undefined {
  if (inside.kind !== 'call' || inside === parenthesized) return undefined;
  const [name, ...more] = inside.path;
  const wrapper = name?.name.toUpperCase() ?? '';
  const [argument, ...others] = inside.arguments;
  const isPlain =
    !inside.distinct && inside.over === undefined && inside.orderBy.length === 0 && !inside.star;
  if (more.length > 0 || others.length > 0 || !isPlain || !isWrapper(wrapper)) return undefined;
  if (argument === undefined || argument.name !== undefined) return undefined;
  return { wrapper, index: argument.value };
}

function parseCallOf(cursor: Cursor, base: Expression, at: number): Expression {
  const isBare = base.kind === 'call' && !base.parenthesized;
  if (cursor.parenthesized === base || (base.kind !== 'path' && base.kind !== 'call')) {
    cursor.refuse(
      'Syntax error: Function call cannot be applied to this expression. Function calls require a path, e.g. a.b.c()',
    );
  }
  if (base.kind === 'call' && !isBare) {
    cursor.refuse('Syntax error: Double function call parentheses');
  }
  const path: readonly Identifier[] = base.kind === 'path' ? base.names : base.path;
  if (isBare && cursor.are('(', 'DISTINCT')) {
    cursor.refuse(
      `DISTINCT not allowed for function ${excerpt(path[0]?.name ?? '')}`,
      cursor.ahead(1).at,
    );
  }
  return parseCall(cursor, path, at, true);
}
