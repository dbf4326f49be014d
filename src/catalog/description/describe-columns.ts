import {
  type OutputColumn,
  type ProvenType,
  parseQuery,
  printIdentifier,
  type ResolvedStatement,
  type Type,
  tablesIn,
} from '#googlesql';
import { camelCase } from '../../project/names.ts';
import { type ColumnDescription, describeColumn } from '../../values/describe-column.ts';
import { sentences } from '../../values/sentences.ts';
import { analyzeOverViews } from '../barrier/guarded-views.ts';
import type { PreparedEndpoint } from '../prepare.ts';

/** A view that callers' SQL may read. */
export interface ViewDescription {
  readonly name: string;
  /** The column by which its rows are ordered in time, that of its tables; null without one. */
  readonly time: string | null;
  readonly columns: readonly ColumnDescription[];
}

/** A column of an endpoint, with what is proven of it and what GraphQL calls it. */
export interface ProvenColumnDescription extends ColumnDescription {
  /** Whether no value is NULL. */
  readonly required: boolean;
  readonly fields?: readonly ProvenColumnDescription[];
}

/** Describes a column with what is proven of it, including nested fields. */
export function describeProven(name: string, proven: ProvenType): ProvenColumnDescription {
  const { fields } = proven.element ?? proven;
  const { type, mode } = describeColumn({ name, type: proven.type });
  return {
    ...{ name, type, mode, required: proven.isRequired },
    ...(fields && { fields: fields.map((field) => describeProven(field.name, field.type)) }),
  };
}

/** What a GraphQL operation selects of a column: a field with all that is in it. */
export function selectionOf(field: string, { element, fields }: ProvenType): string {
  const inner = element?.fields ?? fields;
  if (!inner) return field;
  return `${field} { ${inner.map(({ name, type }) => selectionOf(camelCase(name), type)).join(' ')} }`;
}

/** The description of a column or field, with what no type of a client says. */
export function describeValue(description: string, type: Type): string {
  const { kind } = type.kind === 'ARRAY' ? type.element : type;
  return kind === 'FLOAT64' ? sentences(description, 'NaN and infinities are null.') : description;
}

/** Describes every CTE of an endpoint's stored query; takes a few milliseconds. */
export function describeViews(endpoint: PreparedEndpoint): readonly ViewDescription[] {
  return viewColumns(endpoint).map(({ name, columns, time }) => {
    return { name, time: time ?? null, columns: columns.map(describeColumn) };
  });
}

/** The columns of every CTE of an endpoint's stored query, and which of them is the time of the tables that it reads. */
export function viewColumns({ open, tables }: PreparedEndpoint): readonly {
  readonly name: string;
  readonly columns: readonly OutputColumn[];
  readonly time: string | undefined;
}[] {
  const { parameters, views } = open;
  if (!views) return [];
  const prelude = { with: views, tables, parameters };
  return views.ctes.map(({ name: { name } }) => {
    const query = parseQuery(`SELECT * FROM ${printIdentifier(name)}`);
    const { resolved } = analyzeOverViews(query, prelude, new Map());
    const columns = resolved.output.map((one) => ({ name: one.name, type: one.column.type }));
    return { name, columns, time: timeColumn(resolved, columns) };
  });
}

const TIMES: readonly string[] = ['TIMESTAMP', 'DATETIME', 'DATE'];

function timeColumn(
  { scan }: ResolvedStatement,
  columns: readonly OutputColumn[],
): string | undefined {
  const [time, ...others] = new Set(tablesIn(scan).map((table) => table.time));
  const column = columns.find(({ name }) => name === time);
  return others.length === 0 && column && TIMES.includes(column.type.kind) ? time : undefined;
}
