import { arrayOf, SCALARS, type ScalarKind, structOf, type Type } from './types.ts';

/** A base table that queries are checked against. */
export interface Table {
  /** The logical name, including dots: `cloudflare.logs.prod`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** The path to the column that identifies the tenant: `['project']` or `['metadata', 'project_ref']`. */
  readonly tenant: readonly string[];
}

/** A column or a nested field as BigQuery's JSON schema format declares it. */
export interface TableColumn {
  readonly name: string;
  /** The type with its mode applied: a REPEATED RECORD is an ARRAY of STRUCT. */
  readonly type: Type;
  readonly mode: 'NULLABLE' | 'REQUIRED' | 'REPEATED';
}

/** One field of BigQuery's JSON schema format. */
export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly SchemaField[];
}

/** BigQuery's legacy type names, which its schema files still use. */
const LEGACY: Readonly<Record<string, ScalarKind>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
};

/** Parses a table's schema from BigQuery's JSON format. */
export function parseTable(
  name: string,
  schema: readonly SchemaField[],
  tenant: readonly string[],
): Table {
  return { name, columns: schema.map((field) => parseColumn(name, field)), tenant };
}

function parseColumn(table: string, field: SchemaField): TableColumn {
  const base = fieldType(table, field);
  const mode = field.mode ?? 'NULLABLE';
  if (mode !== 'NULLABLE' && mode !== 'REQUIRED' && mode !== 'REPEATED') {
    throw new Error(
      `Cannot read the schema of "${table}": field "${field.name}" has mode "${mode}"`,
    );
  }
  return { name: field.name, type: mode === 'REPEATED' ? arrayOf(base) : base, mode };
}

function fieldType(table: string, field: SchemaField): Type {
  if (field.type === 'RECORD' || field.type === 'STRUCT') {
    const columns = (field.fields ?? []).map((nested) => parseColumn(table, nested));
    return structOf(columns.map(({ name, type }) => ({ name, type })));
  }
  const kind = LEGACY[field.type] ?? field.type;
  const scalar = SCALARS[kind as ScalarKind] as Type | undefined;
  if (scalar) return scalar;
  throw new Error(
    `Cannot read the schema of "${table}": field "${field.name}" has the unknown type "${field.type}"`,
  );
}
