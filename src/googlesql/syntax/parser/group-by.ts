import type { Cursor } from '../lexer/cursor.ts';
import type { Expression, GroupBy, GroupingSet, GroupingSets } from '../tree/ast.ts';

/** Parses GROUP BY, if present. */
export function parseGroupBy(cursor: Cursor): GroupBy | undefined {
  const { at } = cursor;
  if (!cursor.accept('GROUP')) return undefined;
  cursor.refuseHint();
  cursor.expect('BY');
  if (cursor.accept('ALL')) return { kind: 'group_by_all', at };
  const sets = parseGroupingSets(cursor) ?? parseEmpty(cursor);
  if (!sets) return { kind: 'group_by', at, items: cursor.list(parseItem) };
  if (cursor.is(',')) refuseOthers(cursor, sets.form);
  return { kind: 'group_by_sets', at, sets };
}

/** Parses `GROUPING SETS (…)`, `ROLLUP (…)` or `CUBE (…)`, if one follows. */
function parseGroupingSets(cursor: Cursor): GroupingSets | undefined {
  const { at } = cursor;
  const form = formAhead(cursor);
  if (!form) return undefined;
  cursor.next();
  if (form === 'GROUPING SETS') cursor.next();
  const elements = cursor.parenthesizedList((c) =>
    form === 'GROUPING SETS' ? (parseGroupingSets(c) ?? parseSet(c)) : parseSet(c),
  );
  return { at, form, elements };
}

function formAhead(cursor: Cursor): GroupingSets['form'] | undefined {
  if (cursor.are('GROUPING', 'SETS')) return 'GROUPING SETS';
  if (cursor.is('ROLLUP')) return 'ROLLUP';
  return cursor.are('CUBE', '(') ? 'CUBE' : undefined;
}

/** `GROUP BY ()`: all rows are one group. */
function parseEmpty(cursor: Cursor): GroupingSets | undefined {
  if (!cursor.are('(', ')')) return undefined;
  return { at: cursor.at, form: 'GROUPING SETS', elements: [parseSet(cursor)] };
}

function parseSet(cursor: Cursor): GroupingSet {
  const { at } = cursor;
  if (cursor.accept('(', ')')) return { at, form: undefined, items: [] };
  const item = cursor.expression();
  const isList = item.kind === 'struct' && item.tuple;
  const items = isList ? item.fields.map(({ expression }) => expression) : [item];
  return { at, form: undefined, items };
}

function parseItem(cursor: Cursor): Expression {
  const form = formAhead(cursor);
  if (form) refuseOthers(cursor, form);
  return cursor.expression();
}

function refuseOthers(cursor: Cursor, form: GroupingSets['form']): never {
  return cursor.refuse(
    `The GROUP BY clause only supports ${form} when there are no other grouping elements`,
  );
}
