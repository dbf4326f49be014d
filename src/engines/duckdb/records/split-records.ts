import {
  type Column,
  type Computed,
  columnRef,
  type FieldPath,
  type FieldUse,
  fieldUse,
  getField,
  guardedValue,
  lastColumnId,
  mapExpression,
  mapInputs,
  mapOwnExpressions,
  type Replace,
  type ResolvedCte,
  type ResolvedExpression,
  type ResolvedStatement,
  replaceValue,
  type Scan,
  type ScanOf,
} from '#googlesql';
import { FieldUses } from './field-uses.ts';

/**
 * Replaces the records that security barriers expose by those of their fields that a statement reads, each guarded by
 * itself: through `CASE WHEN own THEN metadata END`, DuckDB would read every field of a file.
 */
export function splitRecords(statement: ResolvedStatement): ResolvedStatement {
  return { ...statement, scan: new Splitting(statement).scan(statement.scan) };
}

/** A field of a record, as a column of its own. */
interface Part {
  readonly path: FieldPath;
  readonly column: Column;
}

/** One walk from the tables up: what becomes of a column is known before anything that reads it. */
class Splitting {
  readonly #uses: FieldUses;
  /** The columns that replace a record, by its column's id. */
  readonly #parts = new Map<number, readonly Part[]>();
  /** The CTEs with the columns that they had. */
  readonly #ctes = new Map<number, ResolvedCte>();
  #lastColumn: number;

  constructor(statement: ResolvedStatement) {
    this.#uses = new FieldUses(statement);
    this.#lastColumn = lastColumnId(statement.scan);
  }

  scan(scan: Scan): Scan {
    if (scan.kind === 'with') return this.#with(scan);
    if (scan.kind === 'with_ref') return this.#withRef(scan);
    if (scan.kind === 'table') return scan;
    const above = mapInputs(scan, (input) => this.scan(input));
    if (above.kind === 'project') return this.#project(above);
    const mapped = mapOwnExpressions(above, this.#replace);
    // The inputs of a set operation line up by place: its columns are never split.
    if (mapped.kind === 'set_operation') return mapped;
    return { ...mapped, columns: this.#columns(mapped.columns) } as Scan;
  }

  #project(scan: ScanOf<'project'>): Scan {
    const computed = scan.computed.flatMap((item) => this.#computed(item));
    return { ...scan, computed, columns: this.#columns(scan.columns) };
  }

  #computed({ column, expression }: Computed): readonly Computed[] {
    const guarded = guardedValue(expression);
    const use = fieldUse(guarded?.value ?? expression);
    const isSplit = use && (guarded ? this.#isReadByFields(column) : this.#isGone(use));
    if (!isSplit) return [{ column, expression: this.#expression(expression) }];
    const parts = this.#split(column, this.#uses.of(column));
    return parts.map((part) => {
      const value = this.#field(use, part.path);
      return { column: part.column, expression: guarded ? replaceValue(guarded, value) : value };
    });
  }

  #isReadByFields(column: Column): boolean {
    return column.type.kind === 'STRUCT' && this.#uses.of(column).every(({ length }) => length > 0);
  }

  /** Whether the record that is used has been split, and not into parts that it is a field of. */
  #isGone({ column, path }: FieldUse): boolean {
    const parts = this.#parts.get(column.id);
    return parts !== undefined && !parts.some((part) => isPrefix(part.path, path));
  }

  #split(column: Column, paths: readonly FieldPath[]): readonly Part[] {
    const parts = paths.map((path) => {
      this.#lastColumn += 1;
      const { type } = fieldAt(columnRef(column), path);
      return { path, column: { id: this.#lastColumn, name: column.name, type } };
    });
    this.#parts.set(column.id, parts);
    return parts;
  }

  #with(scan: ScanOf<'with'>): Scan {
    const ctes = scan.ctes.map((cte) => {
      const split = this.scan(cte.scan);
      this.#ctes.set(cte.id, cte);
      return {
        ...cte,
        scan: split,
        columns: cte.columns.flatMap((item) => this.#cteColumns(item)),
      };
    });
    const body = this.scan(scan.body);
    return { ...scan, ctes, body, columns: this.#columns(scan.columns) };
  }

  #cteColumns(item: ResolvedCte['columns'][number]): readonly ResolvedCte['columns'][number][] {
    const parts = this.#parts.get(item.column.id);
    return parts ? parts.map(({ column }) => ({ name: item.name, column })) : [item];
  }

  #withRef(scan: ScanOf<'with_ref'>): Scan {
    const cte = this.#ctes.get(scan.cteId);
    // Inside a recursive CTE, whose columns are never split.
    if (!cte) return scan;
    const starts = startsOf(cte.columns.map((item) => this.#cteColumns(item).length));
    const read = scan.columns.flatMap((column, i) => {
      const source = scan.sources[i] ?? 0;
      const start = starts[source] ?? 0;
      const original = cte.columns[source]?.column;
      const parts = original && this.#parts.get(original.id);
      if (!parts) return [{ column, source: start }];
      const paths = parts.map(({ path }) => path);
      return this.#split(column, paths).map((part, k) => ({
        column: part.column,
        source: start + k,
      }));
    });
    return {
      ...scan,
      columns: read.map(({ column }) => column),
      sources: read.map(({ source }) => source),
    };
  }

  #columns(columns: readonly Column[]): readonly Column[] {
    return columns.flatMap((column) => {
      const parts = this.#parts.get(column.id);
      return parts ? parts.map((part) => part.column) : [column];
    });
  }

  #expression(expression: ResolvedExpression): ResolvedExpression {
    return mapExpression(expression, this.#replace);
  }

  readonly #replace: Replace = (part) => {
    if (part.kind === 'subquery') {
      const needle = part.needle && this.#expression(part.needle);
      return { ...part, needle, scan: this.scan(part.scan) };
    }
    const use = fieldUse(part);
    return use && this.#parts.has(use.column.id) ? this.#field(use, []) : undefined;
  };

  /** A field of what is used, read from the part that has it. */
  #field({ column, path }: FieldUse, below: FieldPath): ResolvedExpression {
    const whole = [...path, ...below];
    const part = this.#parts.get(column.id)?.find((one) => isPrefix(one.path, whole));
    if (!part) return fieldAt(columnRef(column), whole);
    return fieldAt(columnRef(part.column), whole.slice(part.path.length));
  }
}

/** The place of each item's first column, given how many columns each has. */
function startsOf(lengths: readonly number[]): readonly number[] {
  let next = 0;
  return lengths.map((length) => {
    const start = next;
    next += length;
    return start;
  });
}

function isPrefix(path: FieldPath, other: FieldPath): boolean {
  return path.length <= other.length && path.every((index, i) => other[i] === index);
}

function fieldAt(record: ResolvedExpression, path: FieldPath): ResolvedExpression {
  return path.reduce<ResolvedExpression>(getField, record);
}
