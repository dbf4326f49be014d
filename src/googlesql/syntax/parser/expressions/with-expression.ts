import type { Cursor } from '../../lexer/cursor.ts';
import type { Expression, FromItem } from '../../tree/ast.ts';
import { select } from '../pipes/stage.ts';

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
    query: select(rows, at, { items: [item] }, false).query,
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
