import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoRows } from '../engines/duckdb/demo/demo-rows.ts';
import { messageOf } from '../errors.ts';
import { parseTable, type SchemaField, standardType, type Table } from '../googlesql/index.ts';
import { readDemoRows } from './demo.ts';
import { PROJECT_FILE, type ProjectSettings, type TableSettings } from './project-file.ts';

/** Tables by their logical name. */
export type Tables = ReadonlyMap<string, Table>;

/** A table of a project. */
export interface ProjectTable extends Table {
  /** Its fields as declared, in BigQuery's JSON schema format. */
  readonly fields: readonly SchemaField[];
  /** Whether it may be absent; it then reads as empty. */
  readonly isOptional: boolean;
  /** Globs, below the project's folder, of the files with its rows; undefined if rows are imported. */
  readonly data?: readonly string[] | undefined;
  /** The rows that it has where demo data are on; undefined if the project makes none. */
  readonly demo?: DemoRows | undefined;
}

/** Says the fields of the rows in files, whose globs are below a folder, in BigQuery's JSON schema format. */
export type InferFields = (
  folder: string,
  globs: readonly string[],
) => Promise<readonly SchemaField[]>;

/**
 * Reads the schemas and the demo files of a project's tables, sorted by name; `infer` gives those of tables whose `data` have no file with
 * their fields. Rejects with an `Error` that names the table and its problem.
 */
export async function readTables(
  folder: string,
  { folders, tables: settings }: Pick<ProjectSettings, 'folders' | 'tables'>,
  infer?: InferFields,
): Promise<ReadonlyMap<string, ProjectTable>> {
  const schemas = join(folder, folders.tables);
  const declared = existsSync(schemas) ? tableNames(schemas) : [];
  const names = [...new Set([...declared, ...Object.keys(settings)])].sort();
  const tables = new Map<string, ProjectTable>();
  for (const name of names) {
    const of = settings[name] ?? UNDECLARED;
    const file = of.schema ?? join(folders.tables, `${name}.json`);
    let table: ProjectTable;
    try {
      table = projectTable(name, await readFields(folder, file, of, infer), of);
    } catch (cause) {
      throw new Error(`Cannot use table "${name}": ${messageOf(cause)}`, { cause });
    }
    const demo = of.demo === undefined ? undefined : await readDemoRows(folder, of.demo, table);
    tables.set(name, demo ? { ...table, demo } : table);
  }
  return tables;
}

async function readFields(
  folder: string,
  file: string,
  { data, schema }: TableSettings,
  infer: InferFields | undefined,
): Promise<readonly SchemaField[]> {
  const path = join(folder, file);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  if (data && schema === undefined && infer) return infer(folder, data);
  throw new Error(`${PROJECT_FILE} names it, but ${file} is missing`);
}

const UNDECLARED: TableSettings = { optional: false, requirePartitionFilter: false, shared: false };

function tableNames(schemas: string): readonly string[] {
  return readdirSync(schemas)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

function projectTable(
  name: string,
  fields: readonly SchemaField[],
  { data, tenant, time, requirePartitionFilter, optional, shared }: TableSettings,
): ProjectTable {
  const path = tenant?.split('.');
  if (path && shared) throw new Error('it is shared, and has a tenant');
  if (path) checkTenant(fields, path);
  if (time !== undefined) checkTime(fields, time);
  else if (requirePartitionFilter) {
    throw new Error(
      `${PROJECT_FILE} requires a partition filter, but names no "time" to filter by`,
    );
  }
  const traits = { tenant: path, time, requirePartitionFilter, shared };
  return {
    ...parseTable(name, fields, traits),
    fields,
    isOptional: optional,
    ...(data && { data }),
  };
}

/** The types by which tenants may be told apart. */
const TENANT_TYPES = ['STRING', 'INT64', 'DATE', 'BYTES', 'BOOL'];

function checkTenant(fields: readonly SchemaField[], path: readonly string[]): void {
  const tenant = path.join('.');
  const field = fieldAt(fields, path);
  if (!field) throw new Error(`${PROJECT_FILE} names the tenant "${tenant}", which it has not`);
  if (!isReached(fields, path)) {
    throw new Error(
      `its tenant "${tenant}" must be a column, or a field of a column that is a REPEATED record`,
    );
  }
  const type = standardType(field.type);
  if (!TENANT_TYPES.includes(type) || field.mode === 'REPEATED') {
    throw new Error(
      `its tenant "${tenant}" is ${typeText(field)}; a tenant is ${TENANT_TYPES.slice(0, -1).join(', ')} or BOOL`,
    );
  }
}

/** The types of columns by which BigQuery partitions by day. */
const TIME_TYPES = ['TIMESTAMP', 'DATE', 'DATETIME'];

function checkTime(fields: readonly SchemaField[], time: string): void {
  const field = fieldAt(fields, [time]);
  if (!field) throw new Error(`${PROJECT_FILE} names the time "${time}", which it has not`);
  if (TIME_TYPES.includes(field.type) && field.mode !== 'REPEATED') return;
  throw new Error(
    `its time "${time}" is ${typeText(field)}; a time is TIMESTAMP, DATE or DATETIME`,
  );
}

function fieldAt(
  fields: readonly SchemaField[],
  [first, ...rest]: readonly string[],
): SchemaField | undefined {
  const field = fields.find(({ name }) => name === first);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest);
}

/** Whether the tenant is where scans and files can compare it. */
function isReached(fields: readonly SchemaField[], [first, ...rest]: readonly string[]): boolean {
  const mode = fields.find(({ name }) => name === first)?.mode;
  return rest.length === 0 || (rest.length === 1 && mode === 'REPEATED');
}

function typeText({ mode, type }: SchemaField): string {
  return mode === 'REPEATED' ? `an array of ${standardType(type)}` : standardType(type);
}
