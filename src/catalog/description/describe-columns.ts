import { type OutputColumn, parseQuery, printIdentifier, type Type, typeName } from '#googlesql';
import { analyzeOverViews } from '../barrier/guarded-views.ts';
import type { PreparedEndpoint } from '../prepare.ts';

/** A column in the form of BigQuery's table schemas. */
export interface ColumnDescription {
  readonly name: string;
  /** BigQuery's type of the value, or of an element if the mode is REPEATED; `STRUCT` has fields. */
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
  readonly description?: string;
  readonly fields?: readonly ColumnDescription[];
}

/** A view that callers' SQL may read. */
export interface ViewDescription {
  readonly name: string;
  readonly columns: readonly ColumnDescription[];
}

/** Describes a column, including nested fields. */
export function describeColumn({ name, type }: OutputColumn): ColumnDescription {
  const isArray = type.kind === 'ARRAY';
  const element: Type = isArray ? type.element : type;
  const mode = isArray ? 'REPEATED' : 'NULLABLE';
  if (element.kind !== 'STRUCT') return { name, type: typeName(element), mode };
  return { name, type: 'STRUCT', mode, fields: element.fields.map(describeColumn) };
}

/** The description of a column or field, with what no type of a client says. */
export function describeValue(description: string, type: Type): string {
  const { kind } = type.kind === 'ARRAY' ? type.element : type;
  return kind === 'FLOAT64'
    ? `${description} NaN and infinities are null.`.trimStart()
    : description;
}

/** Describes every CTE of an endpoint's stored query; takes a few milliseconds. */
export function describeViews(endpoint: PreparedEndpoint): readonly ViewDescription[] {
  return viewColumns(endpoint).map(({ name, columns }) => {
    return { name, columns: columns.map(describeColumn) };
  });
}

/** The columns of every CTE of an endpoint's stored query. */
export function viewColumns({ open, tables }: PreparedEndpoint): readonly {
  readonly name: string;
  readonly columns: readonly OutputColumn[];
}[] {
  const { parameters, views } = open;
  if (!views) return [];
  const prelude = { with: views, tables, parameters };
  return views.ctes.map(({ name: { name } }) => {
    const query = parseQuery(`SELECT * FROM ${printIdentifier(name)}`);
    const { output } = analyzeOverViews(query, prelude, new Map()).resolved;
    const columns = output.map((one) => ({ name: one.name, type: one.column.type }));
    return { name, columns };
  });
}
