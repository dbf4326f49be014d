import { type OutputColumn, provenColumn, type Row, sameType } from '#googlesql';
import { describeValue } from '../../catalog/description/describe-columns.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { PreparedView } from '../../catalog/views.ts';
import type { ViewSpec } from '../../endpoint/endpoint-spec.ts';
import { camelCase, pascalCase } from '../../project/names.ts';
import { toJsonValue } from '../../values/json-value.ts';
import type { Builder, ObjectRef } from './builder.ts';
import { listAt, modeAndType, type OutputPlace, outputField } from './record-types.ts';

/** A column of a row type. */
interface RowColumn extends OutputPlace {
  readonly name: string;
  readonly field: string;
  readonly description: string;
  /** Whether its values are offered as JSON too. */
  readonly isJsonToo: boolean;
}

/** The object type of an endpoint's rows. */
export function rowType(
  builder: Builder,
  name: string,
  { definition }: PreparedEndpoint,
): ObjectRef<Row> {
  const columns = definition.columns.map(({ recordName, ...column }, index): RowColumn => {
    return {
      ...column,
      description: column.description ?? columnText({ name: column.name, type: column.type.type }),
      typeName: recordName ?? `${name}${pascalCase(column.name)}`,
      index,
      path: column.name,
      isJsonToo: recordName !== undefined,
    };
  });
  return implement(builder, name, `One row of \`${definition.name}\`.`, columns);
}

/** The object type of a view's rows, with all columns of the view. */
export function viewRowType(
  builder: Builder,
  { typeName: name, cte }: ViewSpec,
  { columns, timestampIndex }: PreparedView,
  { definition }: PreparedEndpoint,
): ObjectRef<Row> {
  const described = columns.map((column, index): RowColumn => {
    const proven = provenColumn(column.type);
    return {
      name: column.name,
      field: camelCase(column.name),
      description: sharedDescription(column, definition) ?? columnText(column),
      typeName: `${name}${pascalCase(column.name)}`,
      type: index === timestampIndex ? { ...proven, isRequired: true } : proven,
      index,
      path: column.name,
      scalar: column.name === 'id' && column.type.kind === 'STRING' ? 'ID' : undefined,
      isJsonToo: proven.element?.fields !== undefined,
    };
  });
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
  const column = columns.find((candidate) => candidate.name === name);
  return column && !column.recordName && sameType(column.type.type, type)
    ? column.description
    : undefined;
}

function implement(
  builder: Builder,
  name: string,
  description: string,
  columns: readonly RowColumn[],
): ObjectRef<Row> {
  const row = builder.objectRef<Row>(name).implement({ description });
  for (const column of columns) {
    const { field, type } = column;
    // Before the field, so that types are declared in the order of their use.
    const options = outputField(builder, column);
    builder.objectField(row, field, (t) =>
      t.field({
        ...options,
        description: describeValue(column.description, type.type),
      }),
    );
    if (column.isJsonToo) addJson(builder, row, column);
  }
  return row;
}

function addJson(builder: Builder, row: ObjectRef<Row>, { field, type, index }: RowColumn): void {
  const convert = toJsonValue(type.type);
  builder.objectField(row, `${field}Json`, (t) =>
    t.field({
      type: 'JSON',
      nullable: false,
      description: `\`${field}\` as JSON, with the log table's own names and the REST path's formats.`,
      resolve: (value) => convert(listAt(value, index)),
    }),
  );
}
