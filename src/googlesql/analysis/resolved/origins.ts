import { guardedValue } from './guarded-value.ts';
import type { Column, ResolvedCte, ResolvedExpression, Scan, WithRefScan } from './resolved.ts';
import { ctesIn } from './traverse.ts';

/** The indices of fields from a record down to one that is read; empty for the record itself. */
export type FieldPath = readonly number[];

/** A column, and the field of it that an expression reads. */
export interface FieldUse {
  readonly column: Column;
  readonly path: FieldPath;
}

/** The use that a column or a field of one is; undefined for any other expression. */
export function fieldUse(expression: ResolvedExpression): FieldUse | undefined {
  if (expression.kind === 'column') return { column: expression.column, path: [] };
  if (expression.kind !== 'get_field') return undefined;
  const outer = fieldUse(expression.struct);
  return outer && { column: outer.column, path: [...outer.path, expression.index] };
}

/** What ends a search for origins. */
export interface OriginSearch<Origin> {
  readonly ctes: ReadonlyMap<number, ResolvedCte>;
  /** The origin if the scan is one of the field. */
  readonly origin: (scan: Scan, use: FieldUse) => Origin | undefined;
  /** What a read of a CTE makes of the origins in it. */
  readonly throughCte?: (read: WithRefScan, origins: readonly Origin[]) => readonly Origin[];
}

/**
 * The origins of a field to which a comparison with it can be moved: not below a LIMIT, a window or an aggregation. It
 * may move to either side of a join: where the join would make the value NULL, the comparison drops the row.
 */
export function originsOf<Origin>(
  scan: Scan,
  use: FieldUse,
  search: OriginSearch<Origin>,
): readonly Origin[] {
  const origin = search.origin(scan, use);
  if (origin !== undefined) return [origin];
  const within = (input: Scan | undefined, own: FieldUse | undefined = use) =>
    input && own ? originsOf(input, own, search) : [];
  switch (scan.kind) {
    case 'filter':
    case 'order_by':
    case 'array':
      return within(scan.input);
    case 'with':
      return within(scan.body);
    case 'join':
      return [scan.left, scan.right].flatMap((side) => within(side));
    case 'project': {
      const computed = scan.computed.find(({ column }) => column.id === use.column.id);
      if (!computed) return within(scan.input);
      const read = readField(computed.expression, use);
      return read ? within(scan.input, read) : [];
    }
    case 'set_operation': {
      const place = placeOf(use.column, scan.columns);
      const isUnion = scan.operator === 'UNION' && place >= 0;
      return (isUnion ? scan.inputs : []).flatMap((input) => {
        const column = input.columns[place];
        return column ? within(input.scan, { ...use, column }) : [];
      });
    }
    case 'with_ref': {
      const cte = search.ctes.get(scan.cteId);
      const column = cte && !cte.isRecursive ? sourceOf(use.column, scan, cte) : undefined;
      const origins = column ? within(cte?.scan, { ...use, column }) : [];
      return search.throughCte?.(scan, origins) ?? origins;
    }
    default:
      return [];
  }
}

/** The field that a column is computed from, as it is or with a guard: a comparison is not true of a NULL. */
function readField(expression: ResolvedExpression, { path }: FieldUse): FieldUse | undefined {
  const outer = fieldUse(guardedValue(expression)?.value ?? expression);
  return outer && { ...outer, path: [...outer.path, ...path] };
}

/** The place of a column among others; by its id, because rewriting keeps no objects. */
export function placeOf({ id }: Column, columns: readonly Column[]): number {
  return columns.findIndex((column) => column.id === id);
}

/** The column of a CTE that a read of it passes on. */
function sourceOf(column: Column, read: WithRefScan, cte: ResolvedCte): Column | undefined {
  return cte.columns[read.sources[placeOf(column, read.columns)] ?? -1]?.column;
}

/** The CTEs that nothing else reads which may need other rows of them. */
export function ctesReadOnce(scans: readonly Scan[]): ReadonlyMap<number, ResolvedCte> {
  const ctes = ctesIn(scans.filter((scan) => scan.kind !== 'with' || !scan.recursive));
  const read = new Set<number>();
  for (const scan of scans) {
    if (scan.kind !== 'with_ref') continue;
    if (read.has(scan.cteId)) ctes.delete(scan.cteId);
    read.add(scan.cteId);
  }
  return ctes;
}
