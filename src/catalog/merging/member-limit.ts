import {
  type Aliased,
  callOf,
  copyNode,
  type Expression,
  type OrderItem,
  type Select,
} from '#googlesql';
import { type MemberSource, pathTo, positionOf, ROWS_PARAMETER } from './member-nodes.ts';

/**
 * Limits the rows of each member of a merged SELECT, which has the order of its query:
 * `QUALIFY ROW_NUMBER() OVER (PARTITION BY member ORDER BY …) <= @_rows`. Names mean in QUALIFY what they mean in ORDER BY.
 */
export function limitEach(
  select: Select,
  member: MemberSource,
  orderBy: readonly OrderItem[],
): Select {
  const { at } = select;
  const number: Expression = {
    ...callOf('ROW_NUMBER', at),
    over: {
      kind: 'window',
      base: undefined,
      partitionBy: [positionOf(member, at)],
      orderBy: orderBy.map((item) => ({ ...item, expression: keyOf(item.expression, select) })),
      frame: undefined,
      at,
    },
  };
  const rows: Expression = { kind: 'parameter', name: ROWS_PARAMETER, at };
  return {
    ...select,
    // BigQuery asks for one of these clauses beside QUALIFY.
    where: select.where ?? (select.groupBy ? undefined : trueLiteral(at)),
    qualify: { kind: 'binary', operator: '<=', left: number, right: rows, at },
  };
}

/** A key of ORDER BY or GROUP BY for a SELECT that has one column more at its front. */
export function shiftOrdinal(key: Expression): Expression {
  const ordinal = ordinalOf(key);
  if (ordinal === undefined) return key;
  return { kind: 'literal', type: 'INT64', value: String(ordinal + 1), at: key.at };
}

/** The position of the column, from 1, that a key is the number of. */
function ordinalOf(key: Expression): number | undefined {
  return key.kind === 'literal' && key.type === 'INT64' ? Number(key.value) : undefined;
}

/** A key as a window has it: a number is a constant there. */
function keyOf(key: Expression, { items }: Select): Expression {
  const ordinal = ordinalOf(key);
  if (ordinal === undefined) return copyNode(key);
  // The member stands before the first.
  const item = items[ordinal];
  const hasStar = items.slice(0, ordinal).some(({ kind }) => kind === 'select_star');
  const name = !hasStar && item?.kind === 'select_expression' ? nameOf(item) : undefined;
  if (name === undefined) throw new Error('has ORDER BY with the number of a column of *');
  return pathTo([name], key.at);
}

function nameOf({ alias, expression }: Aliased): string | undefined {
  if (alias) return alias.name;
  if (expression.kind === 'field') return expression.field.name;
  return expression.kind === 'path' ? expression.names.at(-1)?.name : undefined;
}

function trueLiteral(at: number): Expression {
  return { kind: 'literal', type: 'BOOL', value: 'true', at };
}
