import { type ColumnSpec, camelCase, isRequired, scalarOf } from '../endpoint.ts';
import type { OutputColumn } from '../engines/engine.ts';
import type { ScalarKind } from '../googlesql/types.ts';
import type { Row } from '../googlesql/value.ts';
import { toJson } from '../run/encode-json.ts';
import type { PreparedEndpoint } from '../run/prepare.ts';
import type { Builder } from './builder.ts';
import { elementOf, listAt, recordType, SCALAR_TYPES, valueAt } from './record-types.ts';

/** The scalar of a row's column: as in records, but that a row's INT64 is a count, which is safe. */
const ROW_SCALARS: Readonly<Record<ScalarKind, string>> = { ...SCALAR_TYPES, INT64: 'SafeInt' };

/** The object type of an endpoint's rows: its columns in camelCase. */
export function rowType(builder: Builder, name: string, endpoint: PreparedEndpoint) {
  const specs = endpoint.definition.columns;
  const columns = endpoint.columns.map((column, index) => ({
    column,
    index,
    spec: specs[column.name],
  }));
  const row = builder.objectRef<Row>(name).implement({
    description: `One row of \`${endpoint.definition.name}\`.`,
  });
  for (const { column, index, spec } of columns) {
    if (!spec) continue;
    if ('type' in spec) addScalar(builder, row, column, index, spec);
    else addRecord(builder, row, column, index, spec);
  }
  return row;
}

type RowRef = PothosSchemaTypes.ObjectRef<Builder['$inferSchemaTypes'], Row, Row>;
type ScalarColumn = Extract<ColumnSpec, { type: unknown }>;
type RecordColumn = Extract<ColumnSpec, { record: unknown }>;

function addScalar(
  builder: Builder,
  row: RowRef,
  column: OutputColumn,
  index: number,
  spec: ScalarColumn,
): void {
  const isId = column.name === 'id' && scalarOf(spec.type).kind === 'STRING';
  const type = isId ? 'ID' : ROW_SCALARS[scalarOf(spec.type).kind];
  builder.objectField(row, camelCase(column.name), (t) =>
    t.field({
      type: type as 'String',
      nullable: !isRequired(spec.type),
      description: spec.description,
      resolve: (value) => valueAt(value, index),
    }),
  );
}

function addRecord(
  builder: Builder,
  row: RowRef,
  column: OutputColumn,
  index: number,
  spec: RecordColumn,
): void {
  const struct = elementOf(column.type);
  if (struct.kind !== 'STRUCT') throw new Error(`Column "${column.name}" is not a record`);
  const entry = recordType(builder, spec.typeName, struct, column.name);
  const field = camelCase(column.name);
  const convert = toJson(column.type);
  builder.objectField(row, field, (t) =>
    t.field({
      type: [entry],
      nullable: false,
      description: spec.description,
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
