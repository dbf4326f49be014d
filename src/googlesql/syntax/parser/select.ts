import type { Cursor } from '../lexer/cursor.ts';
import type {
  Expression,
  GroupBy,
  GroupingSet,
  GroupingSets,
  NamedWindow,
  Select,
  SelectItem,
  SelectStar,
} from '../tree/ast.ts';
import { parseWindow } from './expressions/window.ts';
import { parseFrom } from './from/from.ts';

/** Parses one SELECT with its clauses. */
export function parseSelect(cursor: Cursor): Select {
  const { at } = cursor;
  cursor.expect('SELECT');
  cursor.count();
  cursor.refuseHint();
  if (cursor.is('WITH')) cursor.refuse('SELECT WITH is not supported');
  const distinct = cursor.accept('DISTINCT');
  if (!distinct) cursor.accept('ALL');
  const as = parseAs(cursor);
  if (cursor.is('FROM')) cursor.refuse('Syntax error: SELECT list must not be empty');
  return {
    kind: 'select',
    at,
    distinct,
    as,
    items: parseItems(cursor),
    from: cursor.optional('FROM', parseFrom),
    where: cursor.optional('WHERE', expression),
    groupBy: parseGroupBy(cursor),
    having: cursor.optional('HAVING', expression),
    qualify: cursor.optional('QUALIFY', expression),
    windows: parseNamedWindows(cursor),
  };
}

function expression(cursor: Cursor): Expression {
  return cursor.expression();
}

/** Parses AS STRUCT or AS VALUE, if present. */
export function parseAs(cursor: Cursor): Select['as'] {
  if (!cursor.accept('AS')) return undefined;
  if (cursor.accept('STRUCT')) return 'STRUCT';
  const isAlone = cursor.ahead(1).key !== '.';
  if (isAlone && cursor.accept('VALUE')) return 'VALUE';
  if (!cursor.isIdentifier()) cursor.fail();
  return cursor.refuse('SELECT AS a named type is not supported');
}

/** Parses a SELECT list. */
export function parseItems(cursor: Cursor, rule = parseItem): SelectItem[] {
  const items = [rule(cursor)];
  while (cursor.accept(',') && startsItem(cursor)) items.push(rule(cursor));
  return items;
}

/** Whether another item follows; a trailing comma is allowed. */
function startsItem(cursor: Cursor): boolean {
  return cursor.is('*') || cursor.startsExpression();
}

/** Parses one item of a list. */
export function parseItem(cursor: Cursor): SelectItem {
  const { at } = cursor;
  if (cursor.accept('*')) return parseStar(cursor, at, undefined);
  const value = cursor.expression();
  if (cursor.accept('.*')) return parseStar(cursor, at, value);
  return { kind: 'select_expression', at, expression: value, alias: cursor.alias() };
}

function parseStar(cursor: Cursor, at: number, of: Expression | undefined): SelectStar {
  const except = cursor.accept('EXCEPT') ? cursor.parenthesizedNames() : [];
  const replace = cursor.accept('REPLACE') ? cursor.parenthesizedList(parseReplacement) : [];
  return { kind: 'select_star', at, of, except, replace };
}

function parseReplacement(cursor: Cursor): SelectStar['replace'][number] {
  const value = cursor.expression();
  cursor.expect('AS', []);
  return { expression: value, alias: cursor.identifier() };
}

/** Parses the WINDOW clause, if present. */
export function parseNamedWindows(cursor: Cursor): readonly NamedWindow[] {
  return cursor.optional('WINDOW', (c) => c.list(parseNamedWindow)) ?? [];
}

function parseNamedWindow(cursor: Cursor): NamedWindow {
  const { at } = cursor;
  const name = cursor.identifier();
  cursor.expect('AS');
  return { at, name, window: parseWindow(cursor) };
}

/** Parses GROUP BY, if present. */
function parseGroupBy(cursor: Cursor): GroupBy | undefined {
  const { at } = cursor;
  if (!cursor.accept('GROUP')) return undefined;
  cursor.refuseHint();
  cursor.expect('BY');
  if (cursor.accept('ALL')) return { kind: 'group_by_all', at };
  const sets = parseSets(cursor);
  if (!sets) return { kind: 'group_by', at, items: cursor.list(parseGroupItem) };
  return { kind: 'group_by_sets', at, sets };
}

/** Parses the grouping sets of a GROUP BY, if it has some: there is nothing beside them. */
export function parseSets(cursor: Cursor): GroupingSets | undefined {
  const sets = parseGroupingSets(cursor) ?? parseEmpty(cursor);
  if (sets && cursor.is(',')) refuseOthers(cursor, sets.form);
  return sets;
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

/** Parses one key of a GROUP BY. */
export function parseGroupItem(cursor: Cursor): Expression {
  const form = formAhead(cursor);
  if (form) refuseOthers(cursor, form);
  return cursor.expression();
}

function refuseOthers(cursor: Cursor, form: GroupingSets['form']): never {
  return cursor.refuse(
    `The GROUP BY clause only supports ${form} when there are no other grouping elements`,
  );
}
