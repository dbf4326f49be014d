import type { FieldPath, StructField, TableColumn, Type } from '#googlesql';
import { RecordExpression, type RowExpressions } from '../records/row-expression.ts';
import type { FieldsRead } from './demo-rows.ts';

/** The part of a row that a statement reads: some columns, and the expressions of some fields. */
export interface RowRead {
  readonly columns: readonly TableColumn[];
  readonly row: RowExpressions;
}

/** Leaves out what a statement does not read. */
export function rowRead(
  columns: readonly TableColumn[],
  row: RowExpressions,
  fieldsRead: FieldsRead,
): RowRead {
  const read = columns.filter(({ name }) => fieldsRead(name));
  const paths = read.flatMap(({ name }, i) => (fieldsRead(name) ?? []).map((path) => [i, ...path]));
  return { columns: read, row: withPaths(read, row, paths) };
}

/** Keeps records that are stored as one, without their fields, so that they have the same type as before. */
function withPaths(
  fields: readonly StructField[],
  row: RowExpressions,
  paths: readonly FieldPath[],
): RowExpressions {
  if (paths.some(({ length }) => length === 0)) return row;
  const entries = fields.flatMap(({ name, type }, i) => {
    const below = paths.filter(([index]) => index === i).map(([, ...rest]) => rest);
    const value = fieldRead(type, row[name], below);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function fieldRead(
  type: Type,
  value: RowExpressions[string] | undefined,
  paths: readonly FieldPath[],
): RowExpressions[string] | undefined {
  const isRecord = typeof value === 'object' && !(value instanceof RecordExpression);
  if (!isRecord) return paths.length > 0 ? value : undefined;
  const record = type.kind === 'ARRAY' ? type.element : type;
  return record.kind === 'STRUCT' ? withPaths(record.fields, value, paths) : undefined;
}

/** The texts of all expressions of a row. */
export function expressionTexts(row: RowExpressions): readonly string[] {
  return Object.values(row).flatMap((value) => {
    if (typeof value === 'string') return value;
    if (!(value instanceof RecordExpression)) return expressionTexts(value);
    return [value.condition, ...expressionTexts(value.fields)];
  });
}
