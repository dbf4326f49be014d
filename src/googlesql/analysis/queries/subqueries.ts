import { coerce, supportsEquality } from '../../functions/core/signatures/coercion.ts';
import { commonSupertype, isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { giveType } from '../../functions/core/signatures/undeclared.ts';
import { SqlError } from '../../sql-error.ts';
import type { In, Query, Subquery } from '../../syntax/tree/ast.ts';
import {
  arrayOf,
  SCALARS,
  sameType,
  shortTypeName,
  shownTypeName,
  type Type,
} from '../../types.ts';
import { negate } from '../expressions/operators.ts';
import type { Context, QueryColumn, ResolvedQuery } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { withoutBoundRow } from '../resolved/bound-row.ts';
import { columnRef, onlyComputed } from '../resolved/build.ts';
import type { Column, ResolvedExpression, Scan } from '../resolved/resolved.ts';

/** `(query)`, `ARRAY(query)` and `EXISTS(query)`. */
export function resolveSubquery(node: Subquery, context: Context): ResolvedExpression {
  const query = resolveNested(node.query, context);
  const [first, ...more] = query.output;
  if (!first) throw new TypeError('A query without columns');
  const shared = {
    kind: 'subquery',
    scan: query.scan,
    column: first.column,
    needle: undefined,
  } as const;
  if (node.modifier === 'EXISTS') return { ...shared, modifier: 'EXISTS', type: SCALARS.BOOL };
  if (more.length > 0) {
    throw new SqlError(
      `${node.modifier ?? 'Scalar'} subquery cannot have more than one column unless using SELECT AS STRUCT to build STRUCT values`,
      node.at,
    );
  }
  const { type } = first.column;
  if (node.modifier !== 'ARRAY') return withoutBoundRow({ ...shared, modifier: 'SCALAR', type });
  if (type.kind === 'ARRAY') {
    throw new SqlError(
      `Cannot use array subquery with column of type ${shortTypeName(type)} because nested arrays are not supported`,
      node.at,
    );
  }
  return { ...shared, modifier: 'ARRAY', type: arrayOf(type) };
}

/** `[NOT] IN` a list, an array or a subquery. */
export function resolveIn(node: In, context: Context): ResolvedExpression {
  const needle = context.session.expression(node.operand, context);
  return negate(membership(node, needle, context), node);
}

function membership(node: In, needle: ResolvedExpression, context: Context): ResolvedExpression {
  const { session } = context;
  if (node.in.kind === 'list') {
    const items = node.in.items.map((item) => session.expression(item, context));
    const positions = [node.operand, ...node.in.items].map(({ at }) => at);
    return callExpression('$in', [needle, ...items], node.at, { positions });
  }
  if (node.in.kind === 'subquery') return inSubquery(node, node.in.query, needle, context);
  const array = session.expression(node.in.expression, context);
  if (array.type.kind !== 'ARRAY' && !isUndeclared(array)) {
    throw new SqlError(
      `Second argument of IN UNNEST must be an array but was ${shortTypeName(array.type)}`,
      node.at,
    );
  }
  return callExpression('$in_array', [needle, array], node.at);
}

function inSubquery(
  node: In,
  query: Query,
  needle: ResolvedExpression,
  context: Context,
): ResolvedExpression {
  const resolved = resolveNested(query, context);
  const [first, ...more] = resolved.output;
  if (!first || more.length > 0) {
    throw new SqlError('Subquery of type IN must have only one output column', query.at);
  }
  const type = comparedType(needle, first);
  const value = first.literal ?? columnRef(first.column);
  const compared = type && coerce(needle, type, node.operand.at, [value]);
  if (type && isUndeclared(value)) giveType(value, type, [needle]);
  const haystack = type && withType(resolved.scan, first.column, type, query.at, context);
  if (!type || !compared || !haystack) {
    throw new SqlError(
      `Cannot execute IN subquery with uncomparable types ${shownTypeName(needle.type)} and ${shownTypeName(first.column.type)}`,
      node.operand.at,
    );
  }
  return {
    kind: 'subquery',
    type: SCALARS.BOOL,
    modifier: 'IN',
    scan: haystack.scan,
    column: haystack.column,
    needle: compared,
  };
}

function comparedType(
  needle: ResolvedExpression,
  { column, literal }: QueryColumn,
): Type | undefined {
  const type = commonSupertype([needle, literal ?? columnRef(column)]);
  return type && supportsEquality(type) ? type : undefined;
}

/** The scan with its column in another type. */
function withType(
  scan: Scan,
  column: Column,
  type: Type,
  at: number,
  { session }: Context,
): { readonly scan: Scan; readonly column: Column } | undefined {
  if (sameType(column.type, type)) return { scan, column };
  const expression = coerce(columnRef(column), type, at);
  if (!expression) return undefined;
  const cast = session.newColumn(column.name, type);
  return { scan: onlyComputed(scan, { column: cast, expression }), column: cast };
}

function resolveNested(query: Query, context: Context): ResolvedQuery {
  return context.session.query(query, {
    ...context.environment,
    outer: context.subqueryScope ?? context.scope,
    isSubquery: true,
  });
}
