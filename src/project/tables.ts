import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, isAbsolute, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { parseTable, type SchemaField, standardType, type Table } from '#googlesql';
import type { DemoRows } from '../engines/duckdb/demo/demo-rows.ts';
import type { DemoTable } from '../engines/duckdb/demo/demo-table.ts';
import { GeneratedRows } from '../engines/duckdb/demo/generated-rows.ts';
import { QueriedRows } from '../engines/duckdb/demo/queried-rows.ts';
import { messageOf } from '../errors.ts';
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

/**
 * Reads the file below a project's folder that makes demo rows of a table: a `.sql` file or a module. Rejects with an
 * `Error` that names the file and its problem.
 */
async function readDemoRows(folder: string, file: string, table: Table): Promise<DemoRows> {
  const path = join(folder, file);
  try {
    if (isAbsolute(file) || normalize(file).startsWith('..'))
      throw new Error('it is not below the project');
    if (!existsSync(path)) throw new Error('there is no such file');
    if (extname(file) === '.sql') return new QueriedRows(readFileSync(path, 'utf8'), table);
    if (MODULES.includes(extname(file))) return new GeneratedRows(await importTable(path), table);
    throw new Error(`it is no .sql file and no module (${MODULES.join(', ')})`);
  } catch (cause) {
    throw new Error(
      `Cannot use "${path}" for demo rows of the table "${table.name}": ${messageOf(cause)}`,
      { cause },
    );
  }
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

const DEMO_TABLE = z.object({
  rowsPerMinute: z.number().positive(),
  leastRows: z.int().nonnegative(),
  draws: z.array(z.tuple([z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name'), z.string()])),
  row: z.record(z.string(), z.unknown()),
});

async function importTable(path: string): Promise<DemoTable> {
  const { default: table }: { readonly default?: DemoTable } = await import(
    pathToFileURL(path).href
  );
  if (table === undefined) throw new Error('it has no `export default` of a demo table');
  const { error } = DEMO_TABLE.safeParse(table);
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new Error(`its default export has a wrong "${issue.path.join('.')}": ${issue.message}`);
  return table;
}
