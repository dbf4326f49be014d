import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, isAbsolute, join, normalize, sep } from 'node:path';
import { z } from 'zod';
import {
  parseTable,
  pseudoColumns,
  type SchemaField,
  standardType,
  type Table,
  type TableColumn,
} from '#googlesql';
import type { DemoRows } from '../engines/duckdb/demo/demo-rows.ts';
import type { DemoTable } from '../engines/duckdb/demo/demo-table.ts';
import { GeneratedRows } from '../engines/duckdb/demo/generated-rows.ts';
import { QueriedRows } from '../engines/duckdb/demo/queried-rows.ts';
import { messageOf } from '../errors.ts';
import { moduleUrl } from './module-url.ts';
import { tableNameFault } from './names.ts';
import { type ProjectProblem, problemOf } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { openProjectFile, type ProjectSettings, type TableSettings } from './project-file.ts';
import { readTableSchema } from './table-schema.ts';

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
  /** Its full name on BigQuery, or its id in the dataset of the settings; undefined if its own name says it. */
  readonly bigquery?: string | undefined;
  /** The rows that it has where demo data are on; undefined if the project makes none. */
  readonly demo?: DemoRows | undefined;
}

/** Says the fields of the rows in files, whose globs are below a folder, in BigQuery's JSON schema format. */
export type InferFields = (
  folder: string,
  globs: readonly string[],
) => Promise<readonly SchemaField[]>;

/**
 * Reads the schemas and the demo files of a project's tables, sorted by name; `infer` gives the fields of tables whose
 * `data` have no file with them. Rejects with a `ProjectError` that has the problems of all tables.
 */
export async function readTables(
  folder: string,
  { folders, tables: settings }: Pick<ProjectSettings, 'folders' | 'tables'>,
  infer?: InferFields,
): Promise<ReadonlyMap<string, ProjectTable>> {
  const own = Object.entries(settings);
  const files = new Map(
    own.map(([name, { schema }]) => [
      name,
      schema ?? join(folders.tables, `${name.replace(/\*$/, '')}.json`),
    ]),
  );
  const taken = new Set(files.values());
  for (const file of schemaFiles(folder, folders.tables)) {
    if (!taken.has(file)) files.set(basename(file, '.json'), file);
  }
  const problems = new ProblemList();
  const tables = new Map<string, ProjectTable>();
  for (const [name, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reading = { folder, name, file, settings: settings[name] ?? UNDECLARED };
    const table = await problems.collect(() => readTable(reading, infer));
    if (table) tables.set(name, table);
  }
  problems.throwIfAny();
  return tables;
}

/** The files in the folder of tables, below the project's. */
function schemaFiles(folder: string, tables: string): readonly string[] {
  if (!existsSync(join(folder, tables))) return [];
  return readdirSync(join(folder, tables))
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(tables, file));
}

/** What is said of a table, and where. */
interface TableReading {
  /** The project's folder. */
  readonly folder: string;
  readonly name: string;
  /** The file of its fields, below the folder. */
  readonly file: string;
  readonly settings: TableSettings;
}

async function readTable(
  reading: TableReading,
  infer: InferFields | undefined,
): Promise<ProjectTable> {
  const { file, folder, name, settings } = reading;
  const fault = tableNameFault(name);
  if (fault !== undefined) throw new ProjectError([problemOf(file, fault)]);
  const fields = await readFields(reading, infer);
  const tenant = settings.tenant?.split('.');
  const pseudo = pseudoColumns(settings);
  const table = {
    ...parseTable(name, fields, {
      tenant,
      time: settings.time,
      requirePartitionFilter: settings.requirePartitionFilter,
      shared: settings.shared,
      ...(pseudo.length > 0 && { pseudo }),
    }),
    fields,
    isOptional: settings.optional,
    ...(settings.data && { data: settings.data }),
    ...(settings.bigquery !== undefined && { bigquery: settings.bigquery }),
  };
  const problems = new ProblemList();
  const check = (member: keyof TableSettings, message: string | undefined) => {
    if (message !== undefined) problems.add(memberProblem(reading, member, message));
  };
  check(settings.wildcard ? 'wildcard' : 'ingestionTime', pseudoFault(fields, pseudo));
  if (tenant) check('tenant', tenantFault(fields, tenant));
  if (settings.time !== undefined) check('time', timeFault(fields, settings.time));
  const demo = await demoOf(folder, settings.demo, table).catch((error: unknown) => {
    check('demo', messageOf(error));
    return undefined;
  });
  problems.throwIfAny();
  return demo ? { ...table, demo } : table;
}

/** A problem of what `fieldstone.json` says of a table. */
function memberProblem(
  { folder, name }: TableReading,
  member: keyof TableSettings | undefined,
  message: string,
): ProjectProblem {
  const path = member === undefined ? ['tables', name] : ['tables', name, member];
  return openProjectFile(folder).problem(path, message);
}

async function readFields(
  reading: TableReading,
  infer: InferFields | undefined,
): Promise<readonly SchemaField[]> {
  const { file, folder, settings } = reading;
  if (existsSync(join(folder, file))) return readTableSchema(folder, file.replaceAll(sep, '/'));
  const { data, schema } = settings;
  if (data && schema === undefined && infer) {
    try {
      return await infer(folder, data);
    } catch (cause) {
      throw new ProjectError([memberProblem(reading, 'data', messageOf(cause))], { cause });
    }
  }
  const member = schema === undefined ? undefined : 'schema';
  throw new ProjectError([memberProblem(reading, member, `its fields are in no file ${file}`)]);
}

const UNDECLARED: TableSettings = {
  ingestionTime: false,
  optional: false,
  requirePartitionFilter: false,
  shared: false,
  wildcard: false,
};

/** A column of the table's own hides none of the pseudo-columns: both names would be ambiguous. */
function pseudoFault(
  fields: readonly SchemaField[],
  pseudo: readonly TableColumn[],
): string | undefined {
  const names = new Set(pseudo.map(({ name }) => name));
  const field = fields.find(({ name }) => names.has(name.toUpperCase()));
  return field && `the table has a column "${field.name}" of its own`;
}

/** The types by which tenants may be told apart. */
const TENANT_TYPES = ['STRING', 'INT64', 'DATE', 'BYTES', 'BOOL'];

function tenantFault(fields: readonly SchemaField[], path: readonly string[]): string | undefined {
  const field = fieldAt(fields, path);
  if (!field) return `the table has no column "${path.join('.')}"`;
  if (!isReached(fields, path)) {
    return 'must be a column, or a field of a column that is a REPEATED record';
  }
  const type = standardType(field.type);
  if (TENANT_TYPES.includes(type) && field.mode !== 'REPEATED') return undefined;
  return `is ${typeText(field)}; a tenant is ${TENANT_TYPES.slice(0, -1).join(', ')} or BOOL`;
}

/** The types of columns by which BigQuery partitions by day. */
const TIME_TYPES = ['TIMESTAMP', 'DATE', 'DATETIME'];

function timeFault(fields: readonly SchemaField[], time: string): string | undefined {
  const field = fieldAt(fields, [time]);
  if (!field) return `the table has no column "${time}"`;
  if (TIME_TYPES.includes(field.type) && field.mode !== 'REPEATED') return undefined;
  return `is ${typeText(field)}; a time is TIMESTAMP, DATE or DATETIME`;
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

/** Reads the file that makes demo rows of a table: a `.sql` file or a module below the project's folder. */
async function demoOf(
  folder: string,
  file: string | undefined,
  table: Table,
): Promise<DemoRows | undefined> {
  if (file === undefined) return undefined;
  const path = join(folder, file);
  if (isAbsolute(file) || normalize(file).startsWith('..'))
    throw new Error('is not below the project');
  if (!existsSync(path)) throw new Error('there is no such file');
  if (extname(file) === '.sql') return new QueriedRows(readFileSync(path, 'utf8'), table);
  if (MODULES.includes(extname(file))) return new GeneratedRows(await importTable(path), table);
  throw new Error(`is no .sql file and no module (${MODULES.join(', ')})`);
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

const DEMO_TABLE = z.object({
  rowsPerMinute: z.number().positive(),
  leastRows: z.int().nonnegative(),
  draws: z.array(z.tuple([z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name'), z.string()])),
  row: z.record(z.string(), z.unknown()),
});

async function importTable(path: string): Promise<DemoTable> {
  const { default: table }: { readonly default?: DemoTable } = await import(moduleUrl(path));
  if (table === undefined) throw new Error('it has no `export default` of a demo table');
  const { error } = DEMO_TABLE.safeParse(table);
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new Error(`its default export has a wrong "${issue.path.join('.')}": ${issue.message}`);
  return table;
}
