import {
  arrayOf,
  SCALARS,
  type ScalarKind,
  type StructField,
  structOf,
  type Type,
} from './types.ts';

/** What is declared of a table besides its columns. */
export interface TableTraits {
  /** The path to the column that identifies the tenant: `['project']` or `['metadata', 'project_ref']`. */
  readonly tenant?: readonly string[] | undefined;
  /** The partitioning column: a TIMESTAMP, DATE or DATETIME. */
  readonly time?: string | undefined;
  /** Whether each scan must bound `time` from below and from above. */
  readonly requirePartitionFilter?: boolean | undefined;
  /** The pseudo-columns: part of no `*` and of no whole row. */
  readonly pseudo?: readonly TableColumn[] | undefined;
  /** Whether callers with one tenant may read a table that has none. */
  readonly shared?: boolean | undefined;
}

/** A base table that queries are checked against. */
export interface Table extends TableTraits {
  /** The logical name, including dots: `cloudflare.logs.prod`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

/** A column or a nested field as BigQuery's JSON schema format declares it. */
export interface TableColumn {
  readonly name: string;
  /** The type with its mode applied: a REPEATED RECORD is an ARRAY of STRUCT. */
  readonly type: Type;
  readonly mode: 'NULLABLE' | 'REQUIRED' | 'REPEATED';
  /** The fields of a STRUCT or of an array of STRUCTs, with their modes. */
  readonly fields?: readonly TableColumn[];
}

/** One field of BigQuery's JSON schema format. */
export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  /** How BigQuery compares the texts of a column; those of `''` by their code points. */
  readonly collation?: string;
  readonly fields?: readonly SchemaField[];
}

/** Legacy type names, which BigQuery's schemas still use. */
const LEGACY: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
  DECIMAL: 'NUMERIC',
  BIGDECIMAL: 'BIGNUMERIC',
};

/** The GoogleSQL name of a type in a schema. */
export function standardType(name = ''): string {
  return LEGACY[name] ?? name;
}

/** Parses a table's schema from BigQuery's JSON format. */
export function parseTable(
  name: string,
  schema: readonly SchemaField[],
  traits: TableTraits = {},
): Table {
  return { ...traits, name, columns: schema.map((field) => parseColumn(name, field)) };
}

function parseColumn(table: string, field: SchemaField): TableColumn {
  const { name, mode = 'NULLABLE' } = field;
  const nested = standardType(field.type) === 'STRUCT' ? { fields: fieldsOf(table, field) } : {};
  const base = nested.fields ? structOf(nested.fields.map(typed)) : scalarType(table, field);
  if (mode !== 'NULLABLE' && mode !== 'REQUIRED' && mode !== 'REPEATED') {
    throw new Error(`Cannot read the schema of "${table}": field "${name}" has mode "${mode}"`);
  }
  return { name, type: mode === 'REPEATED' ? arrayOf(base) : base, mode, ...nested };
}

function fieldsOf(table: string, { fields = [] }: SchemaField): readonly TableColumn[] {
  return fields.map((field) => parseColumn(table, field));
}

function typed({ name, type }: TableColumn): StructField {
  return { name, type };
}

function scalarType(table: string, field: SchemaField): Type {
  const scalar = SCALARS[standardType(field.type) as ScalarKind] as Type | undefined;
  if (scalar) return scalar;
  throw new Error(
    `Cannot read the schema of "${table}": field "${field.name}" has the unknown type "${field.type}"`,
  );
}
