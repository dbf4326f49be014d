import { Cursor } from '../../lexer/cursor.ts';
import { tokenize } from '../../lexer/lexer.ts';
import { printPath } from '../../printer/literal.ts';
import type { Expression, FromItem, Query } from '../../tree/ast.ts';

/** At least the nodes and levels of the query that a call becomes, and the nodes of each key in it. */
const NODES = 200;
const KEY_NODES = 6;
const LEVELS = 10;

/** The alias of the source: columns are those of this, neither the alias's own name nor names of an outer query. */
const ALIAS = 'RANGE_SESSIONIZE';

/**
 * Parses `(TABLE t, 'range', ['key'], 'MEETS')` behind RANGE_SESSIONIZE to the query that gives each row of the table
 * the range of its session: the ranges of one key, in the order of their starts, of which none begins behind all ends
 * before it. A session has no end where one of its ranges has none, and a row without a range has no session.
 */
export function parseRangeSessionize(
  cursor: Cursor,
  at: number,
  parseSource: (cursor: Cursor) => FromItem,
): Query {
  cursor.expect('(');
  const source = deeper(cursor, LEVELS, parseSource);
  cursor.expect(',');
  const range = columnOf(cursor, cursor.expression());
  cursor.expect(',');
  const keys = parseKeys(cursor);
  const isOverlap = cursor.accept(',') && parseOption(cursor) === 'OVERLAPS';
  cursor.expect(')');
  for (let i = 0; i < NODES + KEY_NODES * keys.length; i += 1) cursor.count();
  const text = sessions(range, [...keys, `${range} IS NULL`].join(', '), isOverlap ? '>=' : '>');
  // The nodes are counted above, by the limits of the caller.
  const limits = { maxNodes: Number.POSITIVE_INFINITY };
  const template = new Cursor(text, tokenize(text), cursor.grammar, limits);
  return placed(cursor.grammar.query(template, []), at, source) as Query;
}

function deeper<T>(cursor: Cursor, levels: number, rule: (cursor: Cursor) => T): T {
  return levels === 0 ? rule(cursor) : cursor.nest(() => deeper(cursor, levels - 1, rule));
}

function sessions(range: string, keys: string, isBehind: string): string {
  const [start, end] = [`RANGE_START(${range})`, `RANGE_END(${range})`];
  const bound = (own: string, extreme: string) =>
    `IF(LOGICAL_OR(${own} IS NULL) OVER session, NULL, ${extreme}(${own}) OVER session)`;
  return `SELECT * EXCEPT (_range_sessionize_begins, _range_sessionize_session),
  IF(${range} IS NULL, NULL, RANGE(${bound(start, 'MIN')}, ${bound(end, 'MAX')})) AS session_range
FROM (
  SELECT *, COUNTIF(_range_sessionize_begins) OVER (PARTITION BY ${keys} ORDER BY ${start}) AS _range_sessionize_session
  FROM (
    SELECT *, ${start} ${isBehind} MAX(${end}) OVER earlier AND NOT LOGICAL_OR(${end} IS NULL) OVER earlier AS _range_sessionize_begins
    FROM source
    WINDOW earlier AS (PARTITION BY ${keys} ORDER BY ${start} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ) AS ${ALIAS}
) AS ${ALIAS}
WINDOW session AS (PARTITION BY ${keys}, _range_sessionize_session)`;
}

/** The query with the source in its place; everything else is where the call is. */
function placed(node: unknown, at: number, source: FromItem): unknown {
  if (Array.isArray(node)) return node.map((item) => placed(item, at, source));
  if (typeof node !== 'object' || node === null) return node;
  if ('kind' in node && node.kind === 'table_path')
    return { ...source, alias: { at, name: ALIAS } };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'at' ? at : placed(value, at, source),
    ]),
  );
}

function parseKeys(cursor: Cursor): readonly string[] {
  const { at } = cursor;
  const keys = cursor.expression();
  if (keys.kind === 'array') return keys.items.map((key) => columnOf(cursor, key));
  return cursor.refuse('The partitioning columns of RANGE_SESSIONIZE must be an ARRAY literal', at);
}

function parseOption(cursor: Cursor): string {
  const { at } = cursor;
  const option = textOf(cursor, cursor.expression()).toUpperCase();
  if (option === 'MEETS' || option === 'OVERLAPS') return option;
  return cursor.refuse('The option of RANGE_SESSIONIZE must be MEETS or OVERLAPS', at);
}

function columnOf(cursor: Cursor, expression: Expression): string {
  return `${ALIAS}.${printPath([{ at: expression.at, name: textOf(cursor, expression) }])}`;
}

function textOf(cursor: Cursor, expression: Expression): string {
  if (expression.kind === 'literal' && expression.type === 'STRING' && expression.value !== '')
    return expression.value;
  return cursor.refuse('RANGE_SESSIONIZE accepts STRING literals only', expression.at);
}
