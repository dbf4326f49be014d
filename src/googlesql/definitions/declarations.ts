import type { Cursor } from '../syntax/lexer/cursor.ts';
import { parseType } from '../syntax/parser/expressions/type.ts';
import type { Expression } from '../syntax/tree/ast.ts';

/** Refuses the DECLAREs that come next with the lines of a head comment that say the same. */
export function refuseDeclarations(cursor: Cursor): void {
  const { at } = cursor;
  const declared: Declared[] = [];
  while (cursor.accept('DECLARE')) {
    declared.push(...parseDeclaration(cursor));
    if (!cursor.accept(';')) break;
  }
  if (declared.length === 0) return;
  const tags = declared.map(({ tag }) => `"-- @param ${tag}"`).join(' and ');
  const uses = declared.map(({ use }) => use).join(', ');
  cursor.refuse(
    `DECLARE is not supported: write ${tags} in the head comment instead, and ${uses} in the query`,
    at,
  );
}

/** What stands for a declared variable. */
interface Declared {
  /** `{DATE} since = DATE '2026-01-01'`. */
  readonly tag: string;
  /** `@since`, or `COALESCE(@since, CURRENT_DATE())` for a default that is no constant. */
  readonly use: string;
}

/** Parses `name, … [type] [DEFAULT expression]`. */
function parseDeclaration(cursor: Cursor): readonly Declared[] {
  const names = cursor.list((inner) => inner.identifier().name);
  const typeAt = cursor.at;
  const isTyped = cursor.token.kind !== 'end' && !cursor.is(';') && !cursor.is('DEFAULT');
  if (isTyped) parseType(cursor);
  // A parameter's type has neither length nor precision.
  const type = isTyped ? `{${textFrom(cursor, typeAt).replace(/ ?\(.*?\)/g, '')}} ` : '';
  const hasDefault = cursor.accept('DEFAULT');
  const { at } = cursor;
  const value = hasDefault ? cursor.expression() : undefined;
  const text = textFrom(cursor, at);
  return names.map((name) => {
    const tag = `${type}${name}`;
    if (!value) return { tag, use: `@${name}` };
    return isConstant(value)
      ? { tag: `${tag} = ${text}`, use: `@${name}` }
      : { tag, use: `COALESCE(@${name}, ${text})` };
  });
}

/** The text from an offset to the next token, in one line. */
function textFrom({ text, at: end }: Cursor, at: number): string {
  return text.slice(at, end).replace(/\s+/g, ' ').trim();
}

/** Whether an expression is what a tag takes as a default. */
function isConstant(value: Expression): boolean {
  if (value.kind === 'array') return value.items.every(isConstant);
  if (value.kind === 'unary') return value.operand.kind === 'literal';
  return value.kind === 'literal';
}
