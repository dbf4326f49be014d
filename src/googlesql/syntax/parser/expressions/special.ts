import { excerpt } from '../../../excerpt.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import { printPath } from '../../printer/literal.ts';
import type {
  Case,
  Cast,
  Expression,
  Extract,
  FromItem,
  Identifier,
  IntervalLiteral,
} from '../../tree/ast.ts';
import { select } from '../pipes/stage.ts';
import { parseType } from './type.ts';

/** `CASE [operand] WHEN … THEN … [ELSE …] END`. */
export function parseCase(cursor: Cursor): Case {
  const { at } = cursor.next();
  const operand = cursor.is('WHEN') ? undefined : cursor.expression();
  if (!cursor.is('WHEN')) cursor.fail();
  const branches: Case['branches'][number][] = [];
  while (cursor.accept('WHEN')) {
    const when = cursor.expression();
    cursor.expect('THEN', []);
    // biome-ignore lint/suspicious/noThenProperty: a branch is a plain record; nothing awaits it
    branches.push({ when, then: cursor.expression() });
  }
  const otherwise = cursor.optional('ELSE', (c) => c.expression());
  cursor.expect('END', otherwise === undefined ? ['ELSE', 'END'] : []);
  return { kind: 'case', at, operand, branches, else: otherwise };
}

/** `CAST(…)` and `SAFE_CAST(…)`. */
export function parseCast(cursor: Cursor): Cast {
  const { at, key } = cursor.next();
  cursor.expect('(');
  cursor.refuseBareQuery(`The argument to ${key}`);
  const expression = cursor.expression();
  cursor.expect('AS', []);
  const type = parseType(cursor);
  const format = cursor.optional('FORMAT', (c) => c.expression());
  const timeZone = format === undefined ? undefined : parseTimeZone(cursor);
  cursor.expect(')');
  return { kind: 'cast', at, safe: key === 'SAFE_CAST', expression, type, format, timeZone };
}

function parseTimeZone(cursor: Cursor): Expression | undefined {
  if (!cursor.accept('AT')) return undefined;
  cursor.expect('TIME');
  cursor.expect('ZONE');
  return cursor.expression();
}

/** `EXTRACT(part FROM expression [AT TIME ZONE zone])`. */
export function parseExtract(cursor: Cursor): Extract {
  const { at } = cursor.next();
  cursor.expect('(');
  const partAt = cursor.at;
  const part = datePart(cursor, cursor.expression(), partAt);
  cursor.expect('FROM', []);
  const expression = cursor.expression();
  const timeZone = parseTimeZone(cursor);
  cursor.expect(')', timeZone === undefined ? [')', 'AT'] : []);
  return { kind: 'extract', at, part, expression, timeZone };
}

/** A date part as one word in upper case: `DAY`, `WEEK(MONDAY)`. Existence of the part is not checked here. */
function datePart(cursor: Cursor, expression: Expression, at: number): string {
  if (expression.kind === 'path') {
    return partName(cursor, expression.names, at);
  }
  if (expression.kind !== 'call') {
    cursor.defer('A valid date part name is required', at);
    return '';
  }
  const unit = partName(cursor, expression.path, at);
  if (!expression.parenthesized) return unit;
  const [argument, ...others] = expression.arguments;
  const name = expression.path.map((part) => part.name).join('.');
  if (argument === undefined || others.length > 0) {
    cursor.defer(
      `Found invalid date part argument function call syntax for ${excerpt(name)}()`,
      at,
    );
    return unit;
  }
  if (argument.value.kind !== 'path') {
    const message = `Found invalid date part argument syntax in argument of ${excerpt(name)}`;
    cursor.defer(message, argument.at);
    return unit;
  }
  return `${unit}(${partName(cursor, argument.value.names, argument.at)})`;
}

function partName(cursor: Cursor, path: readonly Identifier[], at: number): string {
  const text = printPath(path);
  // A part is printed verbatim, so a name that needs quotes would be parsed differently.
  if (!/^[A-Za-z_][A-Za-z_0-9]*$/.test(text)) {
    cursor.defer(`A valid date part name is required but found ${excerpt(text)}`, at);
  }
  return text.toUpperCase();
}

/** `INTERVAL value part [TO part]`. */
export function parseInterval(cursor: Cursor): IntervalLiteral {
  const { at } = cursor.next();
  const value = cursor.expression();
  const from = parseIntervalPart(cursor);
  const to = cursor.optional('TO', parseIntervalPart);
  return { kind: 'interval', at, value, from, to };
}

function parseIntervalPart(cursor: Cursor): string {
  const part = cursor.identifier();
  return partName(cursor, [part], part.at);
}

/**
 * Parses `WITH(a AS x, b AS y, result)` to `(SELECT result FROM UNNEST([STRUCT(x AS a)]), UNNEST([STRUCT(y AS b)]))`:
 * each name is seen by what follows it, and each value is computed once.
 */
export function parseWithExpression(cursor: Cursor): Expression {
  const { at } = cursor.next();
  cursor.expect('(');
  let from = parseBinding(cursor);
  while (cursor.isIdentifier() && cursor.ahead(1).key === 'AS') {
    const { at: place } = cursor;
    const right = parseBinding(cursor);
    from = { kind: 'join', at: place, type: 'COMMA', left: from, right, condition: undefined };
  }
  const expression = cursor.expression();
  cursor.expect(')');
  const item = { kind: 'select_expression', at, expression, alias: undefined } as const;
  const rows = { kind: 'rows', at, from, where: undefined } as const;
  return {
    kind: 'subquery',
    at,
    modifier: undefined,
    query: select(rows, at, { items: [item], pipe: 'WITH expression' }, false).query,
  };
}

function parseBinding(cursor: Cursor): FromItem {
  const { at } = cursor;
  const alias = cursor.identifier();
  cursor.expect('AS');
  const fields = [{ expression: cursor.expression(), alias }];
  cursor.expect(',');
  const value = { kind: 'struct', at, tuple: false, type: undefined, fields } as const;
  const expression = { kind: 'array', at, element: undefined, items: [value] } as const;
  return { kind: 'unnest', at, expression, alias: undefined, withOffset: undefined };
}
