import fc from 'fast-check';
import { type Draw, oneIn, pick, times } from './draw.ts';
import { Names } from './names.ts';
import { SCALARS_OF_PROJECTS } from './scalars.ts';
import type { Field, Value } from './types.ts';
import { scalarOf } from './values.ts';

/** The formats of files that the embedded engine reads. */
export const FILE_FORMATS = ['csv', 'ndjson', 'parquet'] as const;

/** A table of a random project. */
export interface RandomTable {
  readonly name: string;
  readonly format: (typeof FILE_FORMATS)[number];
  /** Whether a file says its fields; else they are inferred from Parquet. */
  readonly hasSchema: boolean;
  /** The first is an INT64 that differs in each row. */
  readonly columns: readonly Field[];
  readonly rows: readonly (readonly Value[])[];
}

/** The types that columns of files have. */
const STORED = Object.entries(SCALARS_OF_PROJECTS).flatMap(([kind, { duckdb }]) =>
  duckdb ? [kind] : [],
);

const TABLE_NAMES = [
  'orders',
  'Select',
  'my.events',
  'odd name',
  'x-y',
  'GROUP',
  'a.b.c',
  '2026',
  'type',
];

/** Draws tables with different names. */
export function drawTables(draw: Draw, count: number): readonly RandomTable[] {
  const names = draw(fc.shuffledSubarray(TABLE_NAMES, { minLength: count, maxLength: count }));
  return names.map((name, index) => drawTable(draw, name, FILE_FORMATS[index % 3] ?? 'csv'));
}

function drawTable(draw: Draw, name: string, format: RandomTable['format']): RandomTable {
  const hasSchema = format !== 'parquet' || !oneIn(draw, 2);
  const names = new Names(draw, 'quoted');
  const key: Field = {
    name: names.next(),
    kind: 'INT64',
    mode: hasSchema ? 'REQUIRED' : 'NULLABLE',
    fields: [],
  };
  const isSaid = hasSchema ? (field: Field) => field : asInferred;
  const columns = times(draw(fc.integer({ min: 5, max: 12 })), () =>
    isSaid(drawField(draw, names, 0)),
  );
  const rows = times(draw(fc.nat(20)), (index) => [
    BigInt(index),
    ...columns.map((column) => drawValue(draw, column)),
  ]);
  return { name, format, hasSchema, columns: [key, ...columns], rows };
}

/** What Parquet says of a field. */
function asInferred(field: Field): Field {
  const mode = field.mode === 'REPEATED' ? field.mode : 'NULLABLE';
  return { ...field, mode, fields: field.fields.map(asInferred) };
}

function drawField(draw: Draw, names: Names, depth: number): Field {
  const name = names.next();
  const mode = pick(draw, ['NULLABLE', 'NULLABLE', 'NULLABLE', 'REQUIRED', 'REPEATED'] as const);
  if (depth >= 2 || !oneIn(draw, 4)) return { name, kind: pick(draw, STORED), mode, fields: [] };
  const own = new Names(draw, 'quoted');
  const fields = times(draw(fc.integer({ min: 1, max: 3 })), () => drawField(draw, own, depth + 1));
  return { name, kind: 'STRUCT', mode, fields };
}

/** Draws a value of a field. */
export function drawValue(draw: Draw, field: Field): Value {
  if (field.mode === 'REPEATED') {
    return times(draw(fc.nat(3)), () => drawValue(draw, { ...field, mode: 'REQUIRED' }));
  }
  if (field.mode === 'NULLABLE' && oneIn(draw, 5)) return null;
  if (field.kind === 'STRUCT') return field.fields.map((one) => drawValue(draw, one));
  return draw(scalarOf(field).values);
}

/** The fields of a table in BigQuery's JSON schema format. */
export function schemaOf(columns: readonly Field[]): readonly object[] {
  return columns.map(({ fields, kind, mode, name }) => ({
    name,
    type: kind,
    mode,
    ...(kind === 'STRUCT' && { fields: schemaOf(fields) }),
  }));
}
