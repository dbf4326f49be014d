import {
  allOf,
  andTerms,
  type Expression,
  parseCondition,
  type Query,
  type Select,
  type Table,
  type With,
} from '#googlesql';
import type { Tables } from '../../project/tables/tables.ts';
import { mapSelects, OWN_COLUMN } from './security-barrier.ts';

/** A security barrier: the innermost SELECT, and the one around it that exposes the guarded columns. */
export interface Barrier {
  readonly inner: Select;
  readonly outer: Select;
}

/** Replaces the SELECTs of each security barrier in a query or WITH clause. */
export function mapBarriers<T extends Query | With>(
  root: T,
  rewrite: (barrier: Barrier) => Barrier,
): T {
  return mapSelects(root, (outer) => {
    const { from } = outer;
    if (from?.kind !== 'derived_table' || from.query.body.kind !== 'select') return outer;
    const inner = from.query.body;
    if (!isBarrier(inner)) return outer;
    const barrier = rewrite({ inner, outer });
    const query = { ...from.query, body: barrier.inner };
    return { ...barrier.outer, from: { ...from, query } };
  });
}

function isBarrier({ items }: Select): boolean {
  const last = items.at(-1);
  return last?.kind === 'select_expression' && last.alias?.name === OWN_COLUMN;
}

/**
 * Stops DuckDB from evaluating conditions below the tenant filter, for statements in which an expression may raise an
 * error. A column that depends on RAND() keeps an optimiser from evaluating its readers below the WHERE, or twice.
 */
export function preventPushdown({ inner, outer }: Barrier): Barrier {
  const items = inner.items.map((item) =>
    item.kind === 'select_expression' && item.alias?.name === OWN_COLUMN
      ? { ...item, expression: and(item.expression, [parseCondition('RAND() < 2')]) }
      : item,
  );
  return { inner: { ...inner, items }, outer };
}

/**
 * A barrier that exposes its table's time bare, for statements in which nothing can raise an error. There, evaluating
 * another tenant's value before the row is filtered has no effect, and only sorting by the bare column lets an engine
 * skip files and row groups. All other columns stay guarded.
 */
export function withBareTime({ inner, outer }: Barrier, tables: Tables): Barrier {
  const time = tableOf(inner, tables)?.time;
  if (time === undefined) return { inner, outer };
  const items = outer.items.map((item) =>
    item.kind === 'select_expression' && item.alias?.name === time
      ? { ...item, expression: thenOf(item.expression) }
      : item,
  );
  return { inner, outer: { ...outer, items } };
}

function tableOf({ from }: Select, tables: Tables): Table | undefined {
  if (from?.kind !== 'table_path') return undefined;
  return tables.get(from.path.map(({ name }) => name).join('.'));
}

/** The column of `CASE WHEN _own THEN column END`. */
function thenOf(expression: Expression): Expression {
  return expression.kind === 'case' ? (expression.branches[0]?.then ?? expression) : expression;
}

/** Adds conditions to the barrier's WHERE. */
export function restricted({ inner, outer }: Barrier, conditions: readonly Expression[]): Barrier {
  const where = inner.where ? and(inner.where, conditions) : allOf(conditions);
  return { inner: { ...inner, where }, outer };
}

function and(first: Expression, more: readonly Expression[]): Expression {
  return allOf([...andTerms(first), ...more.flatMap(andTerms)]) ?? first;
}
