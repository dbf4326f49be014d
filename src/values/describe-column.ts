import { type OutputColumn, type Type, typeName } from '#googlesql';

/** A column in the form of BigQuery's table schemas. */
export interface ColumnDescription {
  readonly name: string;
  /** BigQuery's type of the value, or of an element if the mode is REPEATED; `STRUCT` has fields. */
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
  readonly description?: string;
  readonly fields?: readonly ColumnDescription[];
}

/** Describes a column, including nested fields. */
export function describeColumn({ name, type }: OutputColumn): ColumnDescription {
  const isArray = type.kind === 'ARRAY';
  const element: Type = isArray ? type.element : type;
  const mode = isArray ? 'REPEATED' : 'NULLABLE';
  if (element.kind !== 'STRUCT') return { name, type: typeName(element), mode };
  return { name, type: 'STRUCT', mode, fields: element.fields.map(describeColumn) };
}
