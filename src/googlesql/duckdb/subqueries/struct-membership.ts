import { callExpression } from '../../analysis/names/fields.ts';
import { columnRef, onlyComputed, plainAggregate } from '../../analysis/resolved/build.ts';
import type {
  AggregateCall,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { folded } from '../../functions/core/aggregate-call.ts';
import { SCALARS } from '../../types.ts';
import { anyOf, isNull } from '../expressions/made-call.ts';
import type { Printer } from '../queries/printer.ts';

/**
 * `tuple IN (SELECT …)` as a scalar subquery that aggregates three-valued comparisons: DuckDB's own IN treats NULL
 * inside a struct as an ordinary value.
 */
export function structMembership(
  printer: Printer,
  subquery: ResolvedSubquery,
  needle: ResolvedExpression,
): ResolvedSubquery {
  const equal = printer.column(SCALARS.BOOL);
  const found = printer.column(SCALARS.BOOL);
  const unknown = printer.column(SCALARS.BOOL);
  const result = printer.column(SCALARS.BOOL);
  const comparison = callExpression('$equal', [needle, columnRef(subquery.column)], 0);
  const compared = onlyComputed(subquery.scan, { column: equal, expression: comparison });
  const folds: Scan = {
    ...{ kind: 'aggregate', input: compared, groups: [], sets: undefined },
    aggregates: [
      { column: found, call: logicalOr(columnRef(equal)) },
      { column: unknown, call: logicalOr(isNull(columnRef(equal))) },
    ],
    columns: [found, unknown],
  };
  const answer = anyOf(columnRef(found), columnRef(unknown));
  const scan = onlyComputed(folds, { column: result, expression: answer });
  return { ...subquery, modifier: 'SCALAR', scan, column: result, needle: undefined };
}

function logicalOr(argument: ResolvedExpression): AggregateCall {
  const or = { name: 'LOGICAL_OR', kind: 'aggregate', lower: folded('bool_or') } as const;
  return plainAggregate({ type: SCALARS.BOOL, function: or, arguments: [argument] });
}
