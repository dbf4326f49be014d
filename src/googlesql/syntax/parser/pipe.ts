import type { Cursor } from '../lexer/cursor.ts';
import type {
  DerivedTable,
  Expression,
  FromItem,
  Identifier,
  Join,
  OrderItem,
  Query,
  QueryBody,
  Select,
  SelectExpression,
  SelectItem,
  SelectStar,
  With,
} from '../tree/ast.ts';
import { queryOf } from '../tree/query-of.ts';
import { parseAlias } from './alias.ts';
import { parseFrom, parsePipeJoin } from './from.ts';
import { parseLimit, parseOrderItem } from './order.ts';
import { parseItems, parseNamedWindows } from './select.ts';
import { parseSetOperator, startsSetOperator } from './set-operation.ts';

/**
 * Pipe syntax is parsed to the tree of the same query without pipes, so that whatever is decided on a tree holds for
 * it. Rows of FROM with a filter stay open to further filters and joins, under the names of their tables; any other
 * operator makes a query, which the next one reads as a derived table under the one name that its rows had.
 */
type Stage = Rows | Made;

interface Rows {
  readonly kind: 'rows';
  readonly at: number;
  readonly from: FromItem;
  readonly where: Expression | undefined;
}

interface Made {
  readonly kind: 'made';
  readonly query: Query;
  readonly alias: Identifier | undefined;
}

/** Every operator may nest the query once more. */
const MAX_OPERATORS = 100;

/** Parses `FROM …` and the pipe operators after it. */
export function parseFromQuery(cursor: Cursor, ctes: With | undefined): Query {
  const { at } = cursor;
  cursor.expect('FROM');
  const rows: Rows = { kind: 'rows', at, from: parseFrom(cursor), where: undefined };
  return parseStages(cursor, rows, ctes);
}

/** Parses the pipe operators after a query, if any. The names of its WITH are visible in them. */
export function parsePipes(cursor: Cursor, query: Query): Query {
  if (!cursor.is('|>')) return query;
  const { with: ctes, body, orderBy, limit } = query;
  const isBare = ctes === undefined && orderBy.length === 0 && limit === undefined;
  const inner = isBare && body.kind === 'query' ? body : { ...query, with: undefined };
  return parseStages(cursor, made(inner, undefined), ctes);
}

function parseStages(cursor: Cursor, first: Stage, ctes: With | undefined): Query {
  let stage = first;
  for (let count = 0; cursor.accept('|>'); count += 1) {
    if (count === MAX_OPERATORS)
      cursor.refuse(`A query has at most ${MAX_OPERATORS} pipe operators`);
    cursor.count();
    stage = parseOperator(cursor, stage);
  }
  const query = toQuery(stage);
  return ctes ? { ...query, at: ctes.at, with: ctes } : query;
}

type Operator = (cursor: Cursor, stage: Stage, at: number) => Stage;

const OPERATORS: Readonly<Record<string, Operator>> = {
  WHERE: (cursor, stage, at) => filtered(stage, cursor.expression(), at),
  SELECT: parseSelect,
  EXTEND: parseExtend,
  WINDOW: parseExtend,
  SET: parseSet,
  DROP: (cursor, stage, at) => {
    const except = cursor.list((c) => c.identifier());
    return select(stage, at, { items: [{ ...star(at), except }] }, true);
  },
  AS: (cursor, stage) => ({ kind: 'made', query: toQuery(stage), alias: cursor.identifier() }),
  AGGREGATE: parseAggregate,
  DISTINCT: (_, stage, at) => select(stage, at, { distinct: true }, true),
  ORDER: (cursor, stage, at) => {
    cursor.expect('BY');
    const orderBy = cursor.list(parseOrderItem);
    return made({ ...plainQuery(stage, at), orderBy }, aliasOf(stage));
  },
  LIMIT: parseLimited,
};

/** Operators of the language that are not supported. */
const REFUSED: ReadonlySet<string> = new Set(
  'RENAME CALL TABLESAMPLE PIVOT UNPIVOT ASSERT LOG WITH DESCRIBE MATCH_RECOGNIZE IF TEE FORK INSERT CREATE EXPORT RECURSIVE STATIC_DESCRIBE'.split(
    ' ',
  ),
);

function parseOperator(cursor: Cursor, stage: Stage): Stage {
  const { at } = cursor;
  if (startsSetOperator(cursor)) return parseUnion(cursor, stage, at);
  const joined = parsePipeJoin(cursor, () => joinable(stage, at));
  if (joined) return { kind: 'rows', at, from: joined, where: undefined };
  const key = cursor.token.kind === 'name' ? '' : cursor.token.key.toUpperCase();
  if (REFUSED.has(key)) cursor.refuse(`Pipe operator ${key} is not supported`);
  const operator = Object.hasOwn(OPERATORS, key) ? OPERATORS[key] : undefined;
  if (!operator) return cursor.fail();
  cursor.next();
  return operator(cursor, stage, at);
}

function filtered(stage: Stage, condition: Expression, at: number): Stage {
  const { kind, from, where } = rowsOf(stage, at);
  return { kind, at, from, where: where ? both(where, condition) : condition };
}

function both(left: Expression, right: Expression): Expression {
  return { kind: 'binary', at: left.at, operator: 'AND', left, right };
}

function parseSelect(cursor: Cursor, stage: Stage, at: number): Stage {
  const distinct = cursor.accept('DISTINCT');
  if (!distinct) cursor.accept('ALL');
  if (cursor.is('AS')) cursor.refuse('Pipe operator SELECT AS is not supported');
  const items = parseItems(cursor);
  return select(stage, at, { distinct, items, windows: parseNamedWindows(cursor) }, false);
}

function parseExtend(cursor: Cursor, stage: Stage, at: number): Stage {
  const items = parseItems(cursor);
  return select(
    stage,
    at,
    { items: [star(at), ...items], windows: parseNamedWindows(cursor) },
    true,
  );
}

function parseSet(cursor: Cursor, stage: Stage, at: number): Stage {
  const replace = cursor.list((c) => {
    const alias = c.identifier();
    c.expect('=');
    return { expression: c.expression(), alias };
  });
  return select(stage, at, { items: [{ ...star(at), replace }] }, true);
}

/** LIMIT keeps the order of the query that it ends. */
function parseLimited(cursor: Cursor, stage: Stage, at: number): Stage {
  const { limit, offset } = parseLimit(cursor, true);
  const isOpen = stage.kind === 'made' && stage.query.limit === undefined;
  const query = isOpen ? stage.query : plainQuery(stage, at);
  return made({ ...query, limit, offset }, aliasOf(stage));
}

function parseUnion(cursor: Cursor, stage: Stage, at: number): Stage {
  const operator = parseSetOperator(cursor);
  const inputs = [cursor.parenthesizedQuery()];
  while (cursor.accept(',') && cursor.is('(')) inputs.push(cursor.parenthesizedQuery());
  const body: QueryBody = {
    kind: 'set_operation',
    at,
    ...operator,
    inputs: [toQuery(stage), ...inputs],
  };
  return made(queryOf(body, at), undefined);
}

/** Keys come first and are grouped by their place; without keys there is one row, whatever is computed. */
function parseAggregate(cursor: Cursor, stage: Stage, at: number): Stage {
  const aggregates = cursor.is('GROUP') ? [] : parseItems(cursor);
  const groupAt = cursor.at;
  const keys: SelectExpression[] = [];
  const orderBy: OrderItem[] = [];
  if (cursor.accept('GROUP')) {
    const isOrdered = cursor.accept('AND', 'ORDER');
    cursor.expect('BY', isOrdered ? ['BY'] : ['AND', 'BY']);
    cursor.list(
      (c) => keys.push(parseKey(c)) && isOrdered && orderBy.push(ordered(c, keys.length)),
    );
  }
  const items = [...keys, ...aggregates];
  if (items.length === 0) cursor.fail();
  const ordinals = keys.map((key, i) => ordinal(i + 1, key.at));
  const grouped: Partial<Select> =
    keys.length > 0
      ? { groupBy: { kind: 'group_by', at: groupAt, items: ordinals } }
      : { having: { kind: 'literal', at, type: 'BOOL', value: 'true' } };
  const { query } = select(stage, at, { items, ...grouped }, false);
  return made({ ...query, orderBy }, undefined);
}

function parseKey(cursor: Cursor): SelectExpression {
  const { at } = cursor;
  const grouping =
    cursor.are('GROUPING', 'SETS') || cursor.are('CUBE', '(') || cursor.are('ROLLUP', '(');
  if (grouping || cursor.is('ALL')) {
    cursor.refuse(`GROUP BY ${cursor.key} is not supported in pipe operator AGGREGATE`);
  }
  const expression = cursor.expression();
  if (expression.kind === 'literal') cursor.refuse('Cannot GROUP BY literal values', at);
  return { kind: 'select_expression', at, expression, alias: parseAlias(cursor) };
}

/** The direction after a key of GROUP AND ORDER BY. */
function ordered(cursor: Cursor, place: number): OrderItem {
  const { at } = cursor;
  return parseOrderItem(cursor, ordinal(place, at));
}

function ordinal(place: number, at: number): Expression {
  return { kind: 'literal', at, type: 'INT64', value: String(place) };
}

function made(query: Query, alias: Identifier | undefined): Made {
  return { kind: 'made', query, alias };
}

/** A SELECT over the rows of a stage; the next operator knows these by the same name if `keepsName`. */
function select(stage: Stage, at: number, parts: Partial<Select>, keepsName: boolean): Made {
  const { from, where } = rowsOf(stage, at);
  const body: Select = {
    kind: 'select',
    at,
    distinct: false,
    as: undefined,
    items: [star(at)] satisfies SelectItem[],
    from,
    where,
    groupBy: undefined,
    having: undefined,
    qualify: undefined,
    windows: [],
    ...parts,
  };
  return made(queryOf(body, at), keepsName ? aliasOf(stage) : undefined);
}

/** All columns of a stage, as a query that has no ORDER BY and no LIMIT yet. */
function plainQuery(stage: Stage, at: number): Query {
  return select(stage, at, {}, true).query;
}

function toQuery(stage: Stage): Query {
  return stage.kind === 'made' ? stage.query : plainQuery(stage, stage.at);
}

function star(at: number): SelectStar {
  return { kind: 'select_star', at, of: undefined, except: [], replace: [] };
}

/** The rows of a stage as a FROM with a filter. */
function rowsOf(stage: Stage, at: number): Rows {
  if (stage.kind === 'rows') return stage;
  const from: DerivedTable = { kind: 'derived_table', at, query: stage.query, alias: stage.alias };
  return { kind: 'rows', at, from, where: undefined };
}

/** The rows of a stage without a filter, for a join: the filter of more than one table becomes a join's condition. */
function joinable(stage: Stage, at: number): FromItem {
  const { from, where } = rowsOf(stage, at);
  if (!where) return from;
  if (from.kind === 'join') {
    const joined = withCondition(from, where);
    if (joined) return joined;
  }
  return rowsOf(made(plainQuery(stage, at), aliasOf(stage)), at).from;
}

function withCondition(join: Join, where: Expression): Join | undefined {
  const { type, condition } = join;
  if (type === 'LEFT' || type === 'RIGHT' || type === 'FULL' || condition?.kind === 'using') {
    return undefined;
  }
  const expression = condition ? both(condition.expression, where) : where;
  return { ...join, type: 'INNER', condition: { kind: 'on', expression } };
}

/** The name under which all rows of a stage are known; undefined where there is none or more than one. */
function aliasOf(stage: Stage): Identifier | undefined {
  if (stage.kind === 'made') return stage.alias;
  const { from } = stage;
  // The items of an array stay known as the column of their name, which a table of that name would hide.
  if (from.kind === 'join' || from.kind === 'unnest') return undefined;
  return from.alias ?? (from.kind === 'table_path' ? from.path.at(-1) : undefined);
}
