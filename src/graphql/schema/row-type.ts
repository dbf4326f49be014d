import { type OutputColumn, type Row, type ScalarKind, sameType } from '#googlesql';
import { describeValue } from '../../catalog/description/describe-columns.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { PreparedView } from '../../catalog/views.ts';
import type { ViewSpec } from '../../endpoint/endpoint-spec.ts';
import { camelCase, pascalCase } from '../../endpoint/names.ts';
import { isRequired, scalarOf } from '../../endpoint/spelling.ts';
import { toJsonValue } from '../../values/json-value.ts';
import type { Builder, ObjectRef } from './builder.ts';
import {
  elementOf,
  listAt,
  modeAndType,
  recordType,
  SCALAR_TYPES,
  valueReader,
} from './record-types.ts';

/** Scalars of result columns: as in records, except that INT64 is a count, which is always a safe integer. */
const RESULT_SCALARS: Readonly<Record<ScalarKind, string>> = { ...SCALAR_TYPES, INT64: 'SafeInt' };

/** A column of a row type. */
interface RowColumn {
  readonly column: OutputColumn;
  readonly description: string;
  /** A scalar, or the name of a record's object type. */
  readonly typeName: string;
  readonly isRequired: boolean;
}

/** The object type of an endpoint's rows, with its columns in camelCase. */
export function rowType(
  builder: Builder,
  name: string,
  { definition, columns }: PreparedEndpoint,
): ObjectRef<Row> {
  const described = columns.flatMap((column) => {
    const spec = definition.columns[column.name];
    if (!spec) return [];
    const { description = columnText(column) } = spec;
    if (!('type' in spec)) {
      return [{ column, description, typeName: spec.typeName, isRequired: true }];
    }
    const typeName = scalarName(column, RESULT_SCALARS);
    return [{ column, description, typeName, isRequired: isRequired(spec.type) }];
  });
  return implement(builder, name, `One row of \`${definition.name}\`.`, described);
}

/** The object type of a view's rows, with all columns of the view. */
export function viewRowType(
  builder: Builder,
  { typeName: name, cte }: ViewSpec,
  { columns, timestampIndex }: PreparedView,
  { definition }: PreparedEndpoint,
): ObjectRef<Row> {
  const described = columns.map((column, index) => ({
    column,
    description: sharedDescription(column, definition) ?? columnText(column),
    typeName:
      elementOf(column.type).kind === 'STRUCT'
        ? `${name}${pascalCase(column.name)}`
        : scalarName(column, SCALAR_TYPES),
    isRequired: index === timestampIndex,
  }));
  return implement(builder, name, `One row of \`${cte}\`.`, described);
}

/** What is said of a column without a description. */
function columnText({ name, type }: OutputColumn): string {
  return `\`${name}\`, ${modeAndType(type)}.`;
}

/** The endpoint's description of a scalar column that the view shares; records are described per table. */
function sharedDescription(
  { name, type }: OutputColumn,
  { columns }: PreparedEndpoint['definition'],
): string | undefined {
  const spec = columns[name];
  return spec && 'type' in spec && sameType(scalarOf(spec.type), type)
    ? spec.description
    : undefined;
}

function scalarName(
  { name, type }: OutputColumn,
  names: Readonly<Record<ScalarKind, string>>,
): string {
  if (type.kind === 'ARRAY' || type.kind === 'STRUCT') {
    throw new Error(`Column "${name}" is neither a scalar nor a repeated record`);
  }
  return name === 'id' && type.kind === 'STRING' ? 'ID' : names[type.kind];
}

function implement(
  builder: Builder,
  name: string,
  description: string,
  columns: readonly RowColumn[],
): ObjectRef<Row> {
  const row = builder.objectRef<Row>(name).implement({ description });
  for (const [index, column] of columns.entries()) {
    if (column.column.type.kind === 'ARRAY') addRecord(builder, row, column, index);
    else addScalar(builder, row, column, index);
  }
  return row;
}

function addScalar(
  builder: Builder,
  row: ObjectRef<Row>,
  { column, typeName, description, isRequired }: RowColumn,
  index: number,
): void {
  builder.objectField(row, camelCase(column.name), (t) =>
    t.field({
      type: typeName as 'String',
      nullable: !isRequired,
      description: describeValue(description, column.type),
      resolve: valueReader(column.type, index),
    }),
  );
}

function addRecord(
  builder: Builder,
  row: ObjectRef<Row>,
  { column, typeName, description }: RowColumn,
  index: number,
): void {
  const struct = elementOf(column.type);
  if (struct.kind !== 'STRUCT') throw new Error(`Column "${column.name}" is not a record`);
  const entry = recordType(builder, typeName, struct, column.name);
  const field = camelCase(column.name);
  const convert = toJsonValue(column.type);
  builder.objectField(row, field, (t) =>
    t.field({
      type: [entry],
      nullable: false,
      description,
      resolve: (value) => listAt(value, index),
    }),
  );
  builder.objectField(row, `${field}Json`, (t) =>
    t.field({
      type: 'JSON',
      nullable: false,
      description: `\`${field}\` as JSON, with the log table's own names and the REST path's formats.`,
      resolve: (value) => convert(listAt(value, index)),
    }),
  );
}
