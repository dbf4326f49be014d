import { excerpt } from '../../excerpt.ts';
import { supportsEquality } from '../../functions/core/signatures/coercion.ts';
import { commonSupertype } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { Identifier, Join } from '../../syntax/tree/ast.ts';
import { shownTypeName } from '../../types.ts';
import type { Environment } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { identifierText } from '../names/identifier-text.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { NameList } from '../names/names.ts';
import { columnRef, getField, withComputed } from '../resolved/build.ts';
import type { Column, Computed, ResolvedExpression, Scan } from '../resolved/resolved.ts';

interface UsingColumn {
  readonly name: string;
  readonly equal: ResolvedExpression;
  readonly merged: ResolvedExpression;
}

/** A join with USING: each of its columns is merged into one, and they come first. */
export function joinUsing(
  join: Join,
  columns: readonly Identifier[],
  left: ResolvedFrom,
  right: ResolvedFrom,
  environment: Environment,
  build: (condition: ResolvedExpression) => Scan,
): ResolvedFrom {
  const used = columns.map((column) => usingColumn(column, join, left.names, right.names));
  const conditions = used.map(({ equal }) => equal);
  const [only] = conditions;
  if (!only) throw new TypeError('USING without columns');
  const condition = conditions.length === 1 ? only : callExpression('$and', conditions, join.at);
  const scan = build(condition);
  const computed: Computed[] = [];
  const names = new NameList();
  for (const { name, merged } of used) names.addColumn(name, mergedColumn(name, merged));
  const excluded = new Set(columns.map(({ name }) => name.toLowerCase()));
  names.merge(left.names, excluded);
  names.merge(right.names, excluded);
  return { scan: withComputed(scan, computed), names };

  function mergedColumn(name: string, expression: ResolvedExpression): Column {
    if (expression.kind === 'column') return expression.column;
    const column = environment.session.newColumn(name, expression.type);
    computed.push({ column, expression });
    return column;
  }
}

function usingColumn(
  column: Identifier,
  join: Join,
  leftNames: NameList,
  rightNames: NameList,
): UsingColumn {
  const left = sideColumn(column, leftNames, 'left');
  const right = sideColumn(column, rightNames, 'right');
  const type = commonSupertype([left, right]);
  if (!type || !supportsEquality(type)) {
    throw new SqlError(
      `Column '${excerpt(column.name)}' in USING has incompatible types that cannot be directly compared using equality on either side of the join: ${shownTypeName(left.type)} and ${shownTypeName(right.type)}`,
      column.at,
    );
  }
  return {
    name: column.name,
    equal: callExpression('$equal', [left, right], column.at),
    merged: mergeSides(join, left, right, column.at),
  };
}

function mergeSides(
  join: Join,
  left: ResolvedExpression,
  right: ResolvedExpression,
  at: number,
): ResolvedExpression {
  if (join.type === 'FULL') return callExpression('COALESCE', [left, right], at);
  return join.type === 'RIGHT' ? right : left;
}

function sideColumn(
  { name, at }: Identifier,
  names: NameList,
  side: 'left' | 'right',
): ResolvedExpression {
  const text = identifierText(name);
  const target = names.lookup(name.toLowerCase());
  if (!target) {
    throw new SqlError(`Column ${text} in USING clause not found on ${side} side of join`, at);
  }
  if (target.kind === 'column') {
    if (!names.isPseudo(target.column)) return columnRef(target.column);
    throw new SqlError(`Pseudo-column ${text} cannot be in USING: compare it in ON`, at);
  }
  if (target.kind === 'field') return getField(columnRef(target.column), target.index);
  if (target.kind === 'range') {
    const { row } = target.variable.names;
    if (row) return columnRef(row);
    throw new SqlError(
      `Name ${text} in USING clause is a table alias, not a column name, on ${side} side of join`,
      at,
    );
  }
  throw new SqlError(`Column ${text} in USING clause is ambiguous on ${side} side of join`, at);
}
