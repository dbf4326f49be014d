import { guardedValue } from '../../analysis/resolved/guarded-value.ts';
import { mapExpression } from '../../analysis/resolved/map-tree.ts';
import type {
  Column,
  ResolvedCte,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
  WithScan,
} from '../../analysis/resolved/resolved.ts';
import { expressionsOf, inputsOf } from '../../analysis/resolved/tree-parts.ts';

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

/**
 * Which fields of each column a statement reads, by the column's id. One walk from the top down: a column is used only
 * above the scan that makes it.
 */
export class FieldUses {
  readonly #paths = new Map<number, FieldPath[]>();
  /** The columns of each CTE that references read, by the CTE's id. */
  readonly #references: { readonly cteId: number; readonly source: number; readonly id: number }[] =
    [];

  constructor(statement: ResolvedStatement) {
    for (const { column } of statement.output) this.#add({ column, path: [] });
    this.#visit(statement.scan);
  }

  /** The outermost of the paths that are read of a column; `[[]]` if all of it may be. */
  of({ id }: Column): readonly FieldPath[] {
    const paths = this.#paths.get(id) ?? [];
    return paths.filter((path, i) => !paths.some((other, k) => covers(other, path, k < i)));
  }

  #add({ column: { id }, path }: FieldUse): void {
    this.#paths.set(id, [...(this.#paths.get(id) ?? []), path]);
  }

  #visit(scan: Scan): void {
    if (scan.kind === 'project') this.#visitProject(scan);
    else for (const expression of expressionsOf(scan)) this.#read(expression);
    if (scan.kind === 'with_ref') this.#visitReference(scan);
    if (scan.kind === 'set_operation') {
      for (const { columns } of scan.inputs)
        for (const column of columns) this.#add({ column, path: [] });
    }
    if (scan.kind === 'with') this.#visitWith(scan);
    else for (const input of inputsOf(scan)) this.#visit(input);
  }

  /** A column that is a record of another column uses as much of that as is used of it. */
  #visitProject(scan: Scan & { readonly kind: 'project' }): void {
    for (const { column, expression } of scan.computed) {
      const guarded = guardedValue(expression);
      const use = fieldUse(guarded?.value ?? expression);
      if (!use) {
        this.#read(expression);
        continue;
      }
      for (const path of this.#paths.get(column.id) ?? []) {
        this.#add({ column: use.column, path: [...use.path, ...path] });
      }
      if (guarded) this.#read(guarded.condition);
    }
  }

  #visitReference(scan: Scan & { readonly kind: 'with_ref' }): void {
    for (const [i, { id }] of scan.columns.entries()) {
      this.#references.push({ cteId: scan.cteId, source: scan.sources[i] ?? -1, id });
    }
  }

  /** Last first: all references to a CTE come after it. */
  #visitWith(scan: WithScan): void {
    this.#visit(scan.body);
    for (const cte of scan.ctes.toReversed()) {
      this.#readReferences(cte);
      this.#visit(cte.scan);
    }
  }

  /** Of a CTE's column, as much is used as of all that refer to it. */
  #readReferences({ id, columns, isRecursive }: ResolvedCte): void {
    for (const reference of this.#references.filter(({ cteId }) => cteId === id)) {
      const column = columns[reference.source]?.column;
      const paths = this.#paths.get(reference.id) ?? [];
      if (column) for (const path of paths) this.#add({ column, path });
    }
    if (isRecursive) for (const { column } of columns) this.#add({ column, path: [] });
  }

  #read(expression: ResolvedExpression): void {
    mapExpression(expression, (part) => {
      const use = fieldUse(part);
      if (use) this.#add(use);
      if (part.kind !== 'subquery') return use && part;
      if (part.needle) this.#read(part.needle);
      this.#add({ column: part.column, path: [] });
      this.#visit(part.scan);
      return part;
    });
  }
}

/** Whether reading `outer` reads `path` too; of equal ones, the first does. */
function covers(outer: FieldPath, path: FieldPath, isFirst: boolean): boolean {
  if (outer.length > path.length || (outer.length === path.length && !isFirst)) return false;
  return outer.every((index, i) => path[i] === index);
}
