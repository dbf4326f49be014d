import type { Cursor } from '../../lexer/cursor.ts';
import type { Expression, Query, QueryBody, With } from '../../tree/ast.ts';
import { queryOf, unwrapped } from '../../tree/query-of.ts';
import { nodesOfKind } from '../../tree/visit.ts';
import { hasWindow } from '../../tree/windows.ts';
import { parseFrom, parsePipeJoin } from '../from/from.ts';
import { parsePivot, startsPivot } from '../from/pivot.ts';
import { parseCte, parseLimit, parseOrderItem } from '../query-clauses.ts';
import { parseAs, parseItems, parseNamedWindows } from '../select.ts';
import { parseSetOperator, startsSetOperator } from '../set-operation.ts';
import { parseAggregate } from './aggregate.ts';
import {
  both,
  filterStage,
  joinable,
  pivotable,
  plainStage,
  queryStage,
  type RowsStage,
  rowsOf,
  type Stage,
  select,
  star,
  toQuery,
} from './stage.ts';

/** Every operator may nest the query once more. */
const MAX_OPERATORS = 100;

/** Parses `FROM …` and the pipe operators after it. */
export function parseFromQuery(cursor: Cursor, ctes: With | undefined): Query {
  const { at } = cursor;
  cursor.expect('FROM');
  const rows: RowsStage = { kind: 'rows', at, from: parseFrom(cursor), where: undefined };
  return parseStages(cursor, rows, ctes);
}

/** Parses the pipe operators after a query. The names of its WITH are visible in them. */
export function parsePipes(cursor: Cursor, query: Query): Query {
  const inner = unwrapped(query);
  const first = inner === query ? { ...query, with: undefined } : inner;
  return parseStages(cursor, queryStage(first), query.with);
}

function parseStages(cursor: Cursor, first: Stage, ctes: With | undefined): Query {
  let stage = first;
  let all = ctes;
  for (let count = 0; cursor.accept('|>'); count += 1) {
    if (count === MAX_OPERATORS)
      cursor.refuse(`A query has at most ${MAX_OPERATORS} pipe operators`);
    cursor.count();
    if (cursor.accept('WITH')) all = withMore(cursor, stage, all);
    else stage = parseOperator(cursor, stage);
  }
  const query = toQuery(stage);
  return all ? { ...query, at: all.at, with: all } : query;
}

/** The pipe operator WITH: its names are not those of the operators before it. */
function withMore(cursor: Cursor, stage: Stage, before: With | undefined): With {
  const { at } = cursor;
  if (cursor.is('RECURSIVE')) cursor.refuse('Pipe operator WITH RECURSIVE is not supported');
  const ctes = cursor.list(parseCte);
  const tables = nodesOfKind(toQuery(stage), 'table_path').map(({ path }) => path[0]);
  const others = (before?.ctes ?? []).map(({ name }) => name);
  const names = new Set([...tables, ...others].map((name) => name?.name.toLowerCase()));
  const hidden = ctes.find(({ name }) => names.has(name.name.toLowerCase()));
  if (hidden) {
    cursor.refuse('Pipe operator WITH is not supported for a name that is in use', hidden.at);
  }
  return before ? { ...before, ctes: [...before.ctes, ...ctes] } : { at, recursive: false, ctes };
}

type PipeOperator = (cursor: Cursor, stage: Stage, at: number) => Stage;

const OPERATORS: Readonly<Record<string, PipeOperator>> = {
  WHERE: (cursor, stage, at) => filtered(stage, cursor.expression(), at),
  SELECT: parseSelect,
  EXTEND: parseExtend,
  WINDOW: parseExtend,
  SET: parseSet,
  DROP: (cursor, stage, at) => {
    const except = cursor.list((c) => c.identifier());
    return select(stage, at, { items: [{ ...star(at), except }] }, true);
  },
  AS: (cursor, stage) => ({ kind: 'query', query: toQuery(stage), alias: cursor.identifier() }),
  AGGREGATE: parseAggregate,
  DISTINCT: (_, stage, at) => select(stage, at, { distinct: true }, true),
  ORDER: (cursor, stage, at) => {
    cursor.expect('BY');
    const orderBy = cursor.list(parseOrderItem);
    const plain = plainStage(stage, at);
    return { ...plain, query: { ...plain.query, orderBy } };
  },
  LIMIT: parseLimited,
  RENAME: (cursor, stage, at) => {
    const rename = cursor.list((c) => {
      const from = c.identifier();
      c.accept('AS');
      return { from, to: c.identifier() };
    });
    return select(stage, at, { items: [{ ...star(at), rename }] }, true);
  },
};

/** Operators of the language that are not supported. */
const REFUSED: ReadonlySet<string> = new Set(
  'CALL TABLESAMPLE ASSERT LOG DESCRIBE IF TEE FORK INSERT CREATE EXPORT RECURSIVE STATIC_DESCRIBE'.split(
    ' ',
  ),
);

function parseOperator(cursor: Cursor, stage: Stage): Stage {
  const { at } = cursor;
  if (startsSetOperator(cursor)) return parseUnion(cursor, stage, at);
  const joined = parsePipeJoin(cursor, () => joinable(stage, at));
  if (joined) return { kind: 'rows', at, from: joined, where: undefined };
  const key = cursor.token.kind === 'name' ? '' : cursor.token.key.toUpperCase();
  if (startsPivot(cursor))
    return { kind: 'rows', at, from: parsePivot(cursor, pivotable(stage, at)), where: undefined };
  if (REFUSED.has(key)) cursor.refuse(`Pipe operator ${key} is not supported`);
  const operator = Object.hasOwn(OPERATORS, key) ? OPERATORS[key] : undefined;
  if (!operator) return cursor.fail();
  cursor.next();
  return operator(cursor, stage, at);
}

function filtered(stage: Stage, condition: Expression, at: number): Stage {
  if (hasWindow(condition)) return select(stage, at, { qualify: condition }, true);
  const rows = rowsOf(stage, at);
  return { ...rows, at, where: both(rows.where, condition) };
}

function parseSelect(cursor: Cursor, stage: Stage, at: number): Stage {
  const distinct = cursor.accept('DISTINCT');
  if (!distinct) cursor.accept('ALL');
  const as = parseAs(cursor);
  const items = parseItems(cursor);
  const parts = {
    distinct,
    as,
    items,
    windows: parseNamedWindows(cursor),
    pipe: 'SELECT',
  } as const;
  return select(stage, at, parts, false);
}

function parseExtend(cursor: Cursor, stage: Stage, at: number): Stage {
  const items = parseItems(cursor);
  const windows = parseNamedWindows(cursor);
  return select(stage, at, { items: [star(at), ...items], windows, pipe: 'EXTEND' }, true);
}

function parseSet(cursor: Cursor, stage: Stage, at: number): Stage {
  const replace = cursor.list((c) => {
    const alias = c.identifier();
    c.expect('=');
    return { expression: c.expression(), alias };
  });
  return select(stage, at, { items: [{ ...star(at), replace }], pipe: 'SET' }, true);
}

/** LIMIT keeps the order of the query that it ends. */
function parseLimited(cursor: Cursor, stage: Stage, at: number): Stage {
  const { limit, offset } = parseLimit(cursor, true);
  const isOpen = stage.kind === 'query' && stage.query.limit === undefined;
  const open = isOpen ? stage : filterStage(stage, at);
  return { ...open, query: { ...open.query, limit, offset } };
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
  return queryStage(queryOf(body, at));
}
