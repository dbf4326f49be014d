import {
  type Column,
  expressionsOf,
  type FieldPath,
  type FieldUse,
  fieldUse,
  guardedValue,
  inputsOf,
  mapExpression,
  type ResolvedCte,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type ScanOf,
} from '#googlesql';

/** A column that is made from another, so that of that one as much is used as of it. */
interface Derived {
  readonly column: Column;
  /** The field of the other column that it is. */
  readonly path: FieldPath;
  /** Whether it is an element of that field, whose number is used even where no element is. */
  readonly isElement: boolean;
}

/** Which fields of each column a statement reads, by the column's id. */
export class FieldUses {
  readonly #paths = new Map<number, FieldPath[]>();
  readonly #outermost = new Map<number, readonly FieldPath[]>();
  /** The columns that are made from each column. */
  readonly #derived = new Map<number, Derived[]>();
  /** The columns of CTEs that are not recursive, by the CTE's id. */
  readonly #ctes = new Map<number, ResolvedCte['columns']>();
  readonly #ofElements: boolean;

  /** With `ofElements`, a path leads on from an array to the fields of its elements where UNNEST reads them. */
  constructor(statement: ResolvedStatement, { ofElements = false } = {}) {
    this.#ofElements = ofElements;
    this.#readColumns(statement.output.map(({ column }) => column));
    this.#visit(statement.scan);
  }

  /** The outermost of the paths that are read of a column; `[[]]` if all of it may be. */
  of({ id }: Column): readonly FieldPath[] {
    const known = this.#outermost.get(id);
    if (known) return known;
    const paths = [...(this.#paths.get(id) ?? []), ...this.#throughDerived(id)];
    const made = paths.filter((path, i) => !paths.some((other, k) => covers(other, path, k < i)));
    this.#outermost.set(id, made);
    return made;
  }

  #throughDerived(id: number): readonly FieldPath[] {
    return (this.#derived.get(id) ?? []).flatMap(({ column, path, isElement }) => {
      const own = this.of(column);
      const used = isElement && own.length === 0 ? [[]] : own;
      return used.map((below) => [...path, ...below]);
    });
  }

  #add({ column: { id }, path }: FieldUse): void {
    this.#paths.set(id, [...(this.#paths.get(id) ?? []), path]);
  }

  #derive({ column: { id }, path }: FieldUse, column: Column, isElement = false): void {
    this.#derived.set(id, [...(this.#derived.get(id) ?? []), { column, path, isElement }]);
  }

  #visit(scan: Scan): void {
    this.#visitOwn(scan);
    if (scan.kind !== 'with') for (const input of inputsOf(scan)) this.#visit(input);
  }

  /** What a scan reads of its inputs. */
  #visitOwn(scan: Scan): void {
    switch (scan.kind) {
      case 'project':
        this.#visitProject(scan);
        break;
      case 'array':
        this.#visitArray(scan);
        break;
      case 'with_ref':
        this.#visitReference(scan);
        break;
      case 'with':
        this.#visitWith(scan);
        break;
      case 'set_operation':
        this.#readColumns(scan.inputs.flatMap(({ columns }) => columns));
        break;
      default:
        for (const expression of expressionsOf(scan)) this.#read(expression);
    }
  }

  #visitProject(scan: ScanOf<'project'>): void {
    for (const { column, expression } of scan.computed) {
      const guarded = guardedValue(expression);
      const use = fieldUse(guarded?.value ?? expression);
      if (!use) {
        this.#read(expression);
        continue;
      }
      this.#derive(use, column);
      if (guarded) this.#read(guarded.condition);
    }
  }

  #visitArray({ array, element, condition }: ScanOf<'array'>): void {
    const use = this.#ofElements ? fieldUse(array) : undefined;
    if (use) this.#derive(use, element, true);
    else this.#read(array);
    if (condition) this.#read(condition);
  }

  #visitReference(scan: ScanOf<'with_ref'>): void {
    const columns = this.#ctes.get(scan.cteId) ?? [];
    for (const [i, column] of scan.columns.entries()) {
      const source = columns[scan.sources[i] ?? -1]?.column;
      if (source) this.#derive({ column: source, path: [] }, column);
    }
  }

  #visitWith(scan: ScanOf<'with'>): void {
    for (const cte of scan.ctes) {
      // A recursive CTE refers to itself, so that no end of what is used of it could be found.
      if (cte.isRecursive) this.#readColumns(cte.columns.map(({ column }) => column));
      else this.#ctes.set(cte.id, cte.columns);
      this.#visit(cte.scan);
    }
    this.#visit(scan.body);
  }

  #readColumns(columns: readonly Column[]): void {
    for (const column of columns) this.#add({ column, path: [] });
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
