import type {
  Expression,
  FromItem,
  Query,
  QueryBody,
  Select,
  With,
} from '../../googlesql/index.ts';
import { OWN_COLUMN } from './security-barrier.ts';
import { allOf, conjunctsOf, parseCondition } from './tenant-condition.ts';

type Rewrite = (select: Select) => Select;

/** The query with the innermost SELECT of each security barrier replaced. */
export function mapBarriers(query: Query, rewrite: Rewrite): Query {
  return {
    ...query,
    with: query.with && mapBarriersOf(query.with, rewrite),
    body: mapBody(query.body, rewrite),
  };
}

/** As `mapBarriers`, for CTEs. */
export function mapBarriersOf(clause: With, rewrite: Rewrite): With {
  const ctes = clause.ctes.map((cte) => ({ ...cte, query: mapBarriers(cte.query, rewrite) }));
  return { ...clause, ctes };
}

function mapBody(body: QueryBody, rewrite: Rewrite): QueryBody {
  if (body.kind === 'query') return mapBarriers(body, rewrite);
  if (body.kind === 'set_operation') {
    return { ...body, inputs: body.inputs.map((input) => mapBody(input, rewrite)) };
  }
  if (isBarrier(body)) return rewrite(body);
  return { ...body, from: body.from && mapFrom(body.from, rewrite) };
}

function mapFrom(from: FromItem, rewrite: Rewrite): FromItem {
  if (from.kind === 'derived_table') return { ...from, query: mapBarriers(from.query, rewrite) };
  if (from.kind !== 'join') return from;
  return { ...from, left: mapFrom(from.left, rewrite), right: mapFrom(from.right, rewrite) };
}

function isBarrier({ items }: Select): boolean {
  const last = items.at(-1);
  return last?.kind === 'select_expression' && last.alias?.name === OWN_COLUMN;
}

/**
 * The innermost SELECT of a barrier that conditions cannot be moved through.
 *
 * A column that depends on RAND() keeps an optimiser from evaluating what reads it below the WHERE, or a second time.
 */
export function sealed(select: Select): Select {
  const items = select.items.map((item) =>
    item.kind === 'select_expression' && item.alias?.name === OWN_COLUMN
      ? { ...item, expression: and(item.expression, [parseCondition('RAND() < 2')]) }
      : item,
  );
  return { ...select, items };
}

/** The SELECT with more conditions on its rows. */
export function restricted(select: Select, conditions: readonly Expression[]): Select {
  if (conditions.length === 0) return select;
  return { ...select, where: select.where ? and(select.where, conditions) : allOf(conditions) };
}

function and(first: Expression, more: readonly Expression[]): Expression {
  return allOf([...conjunctsOf(first), ...more.flatMap(conjunctsOf)]) ?? first;
}
