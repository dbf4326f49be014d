import {
  conjunctsOf,
  type FilterScan,
  type ResolvedExpression,
  type Scan,
  type TableScan,
} from '../../googlesql/index.ts';

/**
 * The parameters that a condition compares a table's tenant column with, so that rows of other tenants do not meet it:
 * `t.project = @parameter`, or `EXISTS (SELECT … FROM UNNEST(t.metadata) AS m WHERE m.project = @parameter …)`.
 */
export function tenantParameters(
  condition: ResolvedExpression,
  scan: TableScan,
): readonly string[] {
  const [first, second] = scan.table.tenant ?? [];
  const column = scan.columns[scan.sources.indexOf(first ?? '')];
  if (!column) return [];
  if (!second) return equalParameter(condition, (side) => isColumn(side, column));
  if (condition.kind !== 'subquery' || condition.modifier !== 'EXISTS') return [];
  const filter = innermostFilter(condition.scan);
  return filter ? elementParameters(filter, column.id, second) : [];
}

/** The parameters that the filter compares a field of the array column's elements with. */
function elementParameters(filter: FilterScan, columnId: number, field: string): readonly string[] {
  const element = elementOf(filter.input, columnId);
  if (element?.type.kind !== 'STRUCT') return [];
  const index = element.type.fields.findIndex(({ name }) => name === field);
  return conjunctsOf(filter.condition).flatMap((conjunct) =>
    equalParameter(
      conjunct,
      (side) => side.kind === 'get_field' && side.index === index && isColumn(side.struct, element),
    ),
  );
}

/** The element column of the array scan over the column, at any position in a chain of array scans. */
function elementOf(
  scan: Scan | undefined,
  columnId: number,
): { id: number; type: ResolvedExpression['type'] } | undefined {
  if (scan?.kind !== 'array') return undefined;
  const { array } = scan;
  if (array.kind === 'column' && array.column.id === columnId) return scan.element;
  return elementOf(scan.input, columnId);
}

function innermostFilter(scan: Scan): FilterScan | undefined {
  if (scan.kind === 'filter') return scan;
  return scan.kind === 'project' ? innermostFilter(scan.input) : undefined;
}

/** The parameter that an equality compares a side with. */
function equalParameter(
  expression: ResolvedExpression,
  isSide: (side: ResolvedExpression) => boolean,
): readonly string[] {
  if (expression.kind !== 'call' || expression.function.name !== '$equal') return [];
  const [left, right] = expression.arguments;
  if (left?.kind === 'parameter' && right && isSide(right)) return [left.name];
  if (right?.kind === 'parameter' && left && isSide(left)) return [right.name];
  return [];
}

function isColumn(expression: ResolvedExpression, column: { readonly id: number }): boolean {
  return expression.kind === 'column' && expression.column.id === column.id;
}
