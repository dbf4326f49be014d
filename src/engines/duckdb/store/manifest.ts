import { z } from 'zod';
import { parseTable, type SchemaField, type Table, type Type } from '../../../googlesql/index.ts';

const micros = z.string().regex(/^-?\d{1,18}$/);

const schemaField: z.ZodType<SchemaField> = z.lazy(() =>
  z.strictObject({
    name: z.string(),
    type: z.string(),
    mode: z.string(),
    fields: z.array(schemaField).exactOptional(),
  }),
);

const dataFile = z.strictObject({
  /** Below the table's folder. */
  path: z.string().regex(/^day=\d{4}-\d{2}-\d{2}\/[\w.-]+\.parquet$/),
  rows: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string().length(64),
  /** Index of the file's columns among the manifest's `schemas`. */
  schema: z.int().nonnegative(),
  /** Index of the file's single records among the manifest's `layouts`; undefined in files of earlier releases. */
  layout: z.int().nonnegative().exactOptional(),
  /** Times of the oldest and newest row, in microseconds. */
  oldest: micros,
  newest: micros,
  /** The least and greatest tenant; undefined if no row has one. */
  tenants: z.tuple([z.string(), z.string()]).exactOptional(),
  /** The rows of each tenant; absent if there are many tenants, in tables whose tenant is in a record, and in older files. */
  tenantRows: z.record(z.string(), z.int().positive()).exactOptional(),
  /** Whether the file has rows of several tenants, or of none. */
  hasSharedRows: z.boolean(),
  /** The range of demo rows, in microseconds; absent in files of imported rows. */
  demo: z.strictObject({ start: z.int(), end: z.int() }).exactOptional(),
  /** The imports that brought the rows. */
  imports: z.array(z.string()),
});

const importRecord = z.strictObject({
  id: z.string(),
  at: z.string(),
  /** The name of the input file. */
  source: z.string(),
  /** Hash of the unpacked input. */
  sha256: z.string(),
  rows: z.int().nonnegative(),
  badLines: z.int().nonnegative(),
  oldest: micros,
  newest: micros,
});

/** The members of a manifest. */
export const manifestShape = z.strictObject({
  /** Increases by one with each change. */
  commit: z.int().nonnegative(),
  /** The path to the tenant column by which rows were sorted and hidden columns filled; files have none without it. */
  tenant: z.array(z.string()).readonly().exactOptional(),
  /** The columns with which files were written, in BigQuery's format. */
  schemas: z.array(z.array(schemaField)),
  /** Lists of single records, such as `metadata.request`. */
  layouts: z.array(z.array(z.string())),
  files: z.array(dataFile),
  imports: z.array(importRecord),
  /** Files of earlier commits that running statements may still read. */
  retired: z.array(z.strictObject({ path: z.string(), at: z.number() })),
});

/** The state of a table: what is not named here is not there. */
export type Manifest = Readonly<z.infer<typeof manifestShape>>;

/** A file of a table, and what its rows are. */
export type ManifestFile = Manifest['files'][number];

/** An import whose rows are in the table. */
export type ImportRecord = Manifest['imports'][number];

/** The state of a table without rows. */
export const EMPTY_MANIFEST: Manifest = {
  commit: 0,
  schemas: [],
  layouts: [],
  files: [],
  imports: [],
  retired: [],
};

/** The columns of a table in BigQuery's format. */
export function schemaOf({ columns }: Table): SchemaField[] {
  return columns.map(({ name, type, mode }) => fieldOf(name, type, mode));
}

function fieldOf(name: string, type: Type, mode: string): SchemaField {
  const element = type.kind === 'ARRAY' ? type.element : type;
  if (element.kind !== 'STRUCT') return { name, type: element.kind, mode };
  const fields = element.fields.map((field) =>
    fieldOf(field.name, field.type, field.type.kind === 'ARRAY' ? 'REPEATED' : 'NULLABLE'),
  );
  return { name, type: 'RECORD', mode, fields };
}

/** The columns with which a file was written. */
export function fileTable({ name, tenant, time }: Table, fields: readonly SchemaField[]): Table {
  return parseTable(name, fields, { tenant, time });
}

/** The index of an item in a list that it is added to if it is new; items are compared as JSON. */
export function indexOf<Item>(list: readonly Item[], item: Item): [index: number, list: Item[]] {
  const text = JSON.stringify(item);
  const found = list.findIndex((other) => JSON.stringify(other) === text);
  return found < 0 ? [list.length, [...list, item]] : [found, [...list]];
}
