import {
  type Column,
  columnRef,
  FIRST_INDEX,
  type FunctionCall,
  type GetField,
  getField,
  guardedValue,
  type ResolvedExpression,
  replaceValue,
} from '#googlesql';
import { elementShape, type RecordShape, storedType } from './record-shape.ts';

/** A value as it is stored; without a shape it is also its value in GoogleSQL. */
export interface StoredValue {
  readonly expression: ResolvedExpression;
  readonly shape: RecordShape | undefined;
}

/** The columns that hold stored values, and what is known of them. */
export class StoredColumns {
  readonly #columns = new Map<number, { readonly column: Column; readonly shape: RecordShape }>();
  readonly #true = new Set<number>();

  /** Gives a column the type of its stored values, under the same id. */
  add(column: Column, shape: RecordShape): Column {
    const stored = { ...column, type: storedType(shape) };
    this.#columns.set(column.id, { column: stored, shape });
    return stored;
  }

  /** Marks a column that is true in every row. */
  addTrue(id: number): void {
    this.#true.add(id);
  }

  /** From now on, the columns may be NULL where they had a record: a join has added rows. */
  addNulls(columns: readonly Column[]): void {
    for (const { id } of columns) {
      const known = this.#columns.get(id);
      if (known) this.#columns.set(id, { ...known, shape: { ...known.shape, mayBeNull: true } });
    }
  }

  shape({ id }: Column): RecordShape | undefined {
    return this.#columns.get(id)?.shape;
  }

  /** The column with its stored type. */
  column(column: Column): Column {
    return this.#columns.get(column.id)?.column ?? column;
  }

  /** The columns with their stored types. */
  all(columns: readonly Column[]): readonly Column[] {
    return columns.map((column) => this.column(column));
  }

  /** The stored value of an expression that reads one without computing anything; otherwise undefined. */
  value(expression: ResolvedExpression): StoredValue | undefined {
    switch (expression.kind) {
      case 'column': {
        const known = this.#columns.get(expression.column.id);
        return known && { expression: columnRef(known.column), shape: known.shape };
      }
      case 'get_field':
        return this.#field(expression);
      case 'call':
        return this.#element(expression) ?? this.#guarded(expression);
      default:
        return undefined;
    }
  }

  #field({ struct, index }: GetField): StoredValue | undefined {
    const value = this.value(struct);
    if (!value || value.shape?.isSingle) return undefined;
    const shape = value.shape?.fields.get(index);
    const mayBeNull = shape?.mayBeNull || value.shape?.mayBeNull === true;
    return {
      expression: getField(value.expression, index),
      shape: shape && { ...shape, mayBeNull },
    };
  }

  /** What a subscript with the index of the only element reads of a single record. */
  #element({ function: { name }, arguments: [array, place] }: FunctionCall) {
    const isFirst = place?.kind === 'literal' && Number(place.value) === FIRST_INDEX[name];
    if (!isFirst) return undefined;
    const value = array && this.value(array);
    if (!value?.shape?.isSingle) return undefined;
    return { expression: value.expression, shape: elementShape(value.shape) };
  }

  #guarded(expression: FunctionCall): StoredValue | undefined {
    const guarded = guardedValue(expression);
    const value = guarded?.value.kind === 'column' ? this.value(guarded.value) : undefined;
    if (!guarded || !value?.shape) return undefined;
    const mayBeNull = value.shape.mayBeNull || !this.#true.has(guarded.condition.column.id);
    return {
      expression: replaceValue(guarded, value.expression),
      shape: { ...value.shape, mayBeNull },
    };
  }
}
