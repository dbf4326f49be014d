import {
  type AggregateScan,
  allConditions,
  isTrue,
  literal,
  mapExpression,
  type ResolvedExpression,
  type ResolvedSubquery,
  SCALARS,
  type Scan,
  valueIf,
} from '#googlesql';

/** Subqueries over exactly one row, as conditions and values of the row around them. */

/** A relation of at most one row: it is there if the conditions hold. */
interface OneRow {
  readonly conditions: readonly ResolvedExpression[];
  /** The values of its columns, by id. */
  readonly values: ReadonlyMap<number, ResolvedExpression>;
}

/** The value of a subquery that reads one row; undefined if it reads anything else. */
export function oneRowValue(subquery: ResolvedSubquery): ResolvedExpression | undefined {
  const row = oneRow(subquery.scan);
  if (!row) return undefined;
  const condition = allConditions(row.conditions);
  if (subquery.modifier === 'EXISTS') {
    return condition ? isTrue(condition) : literal(SCALARS.BOOL, true);
  }
  const value = row.values.get(subquery.column.id);
  if (!value || subquery.modifier !== 'SCALAR') return undefined;
  return condition ? valueIf(condition, value) : value;
}

function oneRow(scan: Scan): OneRow | undefined {
  switch (scan.kind) {
    case 'single_row':
      return { conditions: [], values: new Map() };
    case 'filter': {
      const row = oneRow(scan.input);
      return row && { ...row, conditions: [...row.conditions, inRow(scan.condition, row)] };
    }
    case 'project': {
      const row = oneRow(scan.input);
      if (!row) return undefined;
      const values = new Map(row.values);
      for (const { column, expression } of scan.computed) {
        // A value may be read several times.
        if (!isRepeatable(expression)) return undefined;
        values.set(column.id, inRow(expression, row));
      }
      return { ...row, values };
    }
    case 'aggregate':
      return aggregated(scan);
    default:
      return undefined;
  }
}

function inRow(expression: ResolvedExpression, { values }: OneRow): ResolvedExpression {
  return mapExpression(expression, (part) =>
    part.kind === 'column' ? values.get(part.column.id) : undefined,
  );
}

function isRepeatable(expression: ResolvedExpression): boolean {
  if (expression.kind === 'get_field') return isRepeatable(expression.struct);
  return expression.kind === 'column' || expression.kind === 'literal';
}

/** Aggregates whose value over one row is that row's value. */
const OF_ONE_ROW: ReadonlySet<string> = new Set(['MAX', 'MIN', 'ANY_VALUE']);

function aggregated({ input, groups, sets, aggregates }: AggregateScan): OneRow | undefined {
  const row = groups.length === 0 && !sets ? oneRow(input) : undefined;
  if (!row) return undefined;
  const condition = allConditions(row.conditions);
  const values = new Map<number, ResolvedExpression>();
  for (const { column, call } of aggregates) {
    const [argument] = call.arguments;
    const isPlain = !(
      call.distinct ||
      call.having ||
      call.filter ||
      call.orderBy.length > 0 ||
      call.limit
    );
    if (!argument || !isPlain || !OF_ONE_ROW.has(call.function.name)) return undefined;
    const value = inRow(argument, row);
    values.set(column.id, condition ? valueIf(condition, value) : value);
  }
  return { conditions: [], values };
}
