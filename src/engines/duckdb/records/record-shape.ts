import {
  arrayOf,
  getField,
  isNull,
  type ResolvedExpression,
  recordList,
  type StructType,
  structOf,
  type Type,
  valueUnless,
} from '#googlesql';

/**
 * The paths of a table's repeated records that are stored as one record because every row has exactly one element:
 * `metadata`, `metadata.request`. The records around a path are themselves in the set or not repeated.
 */
export type SingleRecords = ReadonlySet<string>;

/** How a stored value differs from the value in GoogleSQL, because of single records in it. */
export interface RecordShape {
  /** Whether the value is an array in GoogleSQL, whose only element is stored. */
  readonly isSingle: boolean;
  /** Whether NULL may be stored, which then is a NULL array. */
  readonly mayBeNull: boolean;
  readonly record: StructType;
  /** The shapes of the record's fields, by index; the others are stored as they are. */
  readonly fields: ReadonlyMap<number, RecordShape>;
}

/** The shape of a column or field at a path; undefined if it is stored as it is. */
export function recordShape(
  type: Type,
  path: string,
  single: SingleRecords,
): RecordShape | undefined {
  const isSingle = single.has(path);
  const record = isSingle && type.kind === 'ARRAY' ? type.element : type;
  if (record.kind !== 'STRUCT') return undefined;
  const fields = new Map<number, RecordShape>();
  for (const [i, field] of record.fields.entries()) {
    const shape = recordShape(field.type, `${path}.${field.name}`, single);
    if (shape) fields.set(i, shape);
  }
  return isSingle || fields.size > 0 ? { isSingle, mayBeNull: false, record, fields } : undefined;
}

/** The type of a stored value. */
export function storedType({ record, fields }: RecordShape): StructType {
  return structOf(
    record.fields.map((field, i) => {
      const shape = fields.get(i);
      return shape ? { ...field, type: storedType(shape) } : field;
    }),
  );
}

/** The stored element of an array as a value of its own. */
export function elementShape(shape: RecordShape): RecordShape | undefined {
  return shape.fields.size > 0 ? { ...shape, isSingle: false } : undefined;
}

/** The value in GoogleSQL of a stored one. */
export function logicalValue(stored: ResolvedExpression, shape: RecordShape): ResolvedExpression {
  // A row that another tenant's condition hides has NULL instead of its record.
  return valueUnless(isNull(stored), unguarded(stored, shape));
}

function unguarded(stored: ResolvedExpression, shape: RecordShape): ResolvedExpression {
  const record = shape.fields.size > 0 ? recordOf(stored, shape) : stored;
  if (!shape.isSingle) return record;
  return recordList(record, arrayOf(shape.record));
}

function recordOf(stored: ResolvedExpression, { record, fields }: RecordShape): ResolvedExpression {
  const values = record.fields.map((_, i) => {
    const value = getField(stored, i);
    const shape = fields.get(i);
    if (!shape) return value;
    return shape.isSingle ? unguarded(value, shape) : logicalValue(value, shape);
  });
  return { kind: 'struct', type: record, explicit: true, fields: values };
}
