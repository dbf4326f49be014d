import { existsSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import {
  parseTable,
  pseudoColumns,
  type SchemaField,
  standardType,
  type Table,
  type TableColumn,
} from '#googlesql';
import type { DemoRows } from '../../engines/duckdb/demo/demo-rows.ts';
import { messageOf } from '../../errors.ts';
import { tableNameFault } from '../names.ts';
import type { PartCache } from '../part-cache.ts';
import { type ProjectProblem, problemOf } from '../problems/problem.ts';
import { ProblemList, ProjectError } from '../problems/project-error.ts';
import { readProjectText } from '../problems/read-json.ts';
import { openProjectFile, type ProjectSettings, type TableSettings } from '../project-file.ts';
import { demoRows } from './demo-file.ts';
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

/** The tables of a project. */
export interface ReadTables {
  /** Sorted by name. */
  readonly tables: ReadonlyMap<string, ProjectTable>;
  /** Whatever is wrong with all tables, those included of which an earlier definition is used. */
  readonly problems: readonly ProjectProblem[];
  /** The names of those of which nothing can be used. */
  readonly unusable: readonly string[];
}

/** How tables are read. */
export interface TableOptions {
  readonly cache: PartCache;
  /** Gives the fields of tables whose `data` have no file with them. */
  readonly inferFields?: InferFields | undefined;
  /** An earlier reading; of a table that is wrong now, what was right then is used. */
  readonly before?: ReadonlyMap<string, ProjectTable> | undefined;
}

/** Reads the schemas and the demo files of a project's tables. */
export async function readTables(
  folder: string,
  settings: Pick<ProjectSettings, 'folders' | 'tables'>,
  options: TableOptions,
): Promise<ReadTables> {
  const problems = new ProblemList();
  const tables = new Map<string, ProjectTable>();
  const unusable: string[] = [];
  // At once, so that those whose fields are inferred share a process.
  const readings = await Promise.all(
    tableFiles(folder, settings).map(async ([name, file]) => {
      const reading = { folder, name, file, settings: settings.tables[name] ?? UNDECLARED };
      const own = new ProblemList();
      return { name, table: await own.collect(() => readTable(reading, options)), own };
    }),
  );
  for (const { name, own, table } of readings) {
    problems.add(...own.all);
    const used = table ?? options.before?.get(name);
    if (used) tables.set(name, used);
    else unusable.push(name);
  }
  return { tables, problems: problems.all, unusable };
}

/** The tables of a project and the files of their fields, below its folder, sorted by name. */
export function tableFiles(
  folder: string,
  { folders, tables }: Pick<ProjectSettings, 'folders' | 'tables'>,
): readonly (readonly [name: string, file: string])[] {
  const files = new Map(
    Object.entries(tables).map(([name, { schema }]) => [
      name,
      schema ?? join(folders.tables, `${name.replace(/\*$/, '')}.json`),
    ]),
  );
  const taken = new Set(files.values());
  for (const file of schemaFiles(folder, folders.tables)) {
    if (!taken.has(file)) files.set(basename(file, '.json'), file);
  }
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
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
  { cache, inferFields }: TableOptions,
): Promise<ProjectTable> {
  const { file, folder, name, settings } = reading;
  const fault = tableNameFault(name);
  if (fault !== undefined) throw new ProjectError([problemOf(file, fault)]);
  const fields = await readFields(reading, inferFields, cache);
  const problems = new ProblemList();
  problems.add(...faultsOf(reading, fields));
  const inputs = [fields, JSON.stringify(settings)];
  const table = cache.get(`table ${name}`, inputs, () => tableOf(reading, fields));
  const demo = await demoRows(folder, settings.demo, table, cache).catch((error: unknown) => {
    problems.add(memberProblem(reading, 'demo', messageOf(error)));
    return undefined;
  });
  problems.throwIfAny();
  if (!demo) return table;
  return cache.get(`table with demo ${name}`, [table, demo], () => ({ ...table, demo }));
}

function tableOf({ name, settings }: TableReading, fields: readonly SchemaField[]): ProjectTable {
  const pseudo = pseudoColumns(settings);
  return {
    ...parseTable(name, fields, {
      tenant: settings.tenant?.split('.'),
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
}

function faultsOf(
  reading: TableReading,
  fields: readonly SchemaField[],
): readonly ProjectProblem[] {
  const { settings } = reading;
  const problems: ProjectProblem[] = [];
  const check = (member: keyof TableSettings, message: string | undefined) => {
    if (message !== undefined) problems.push(memberProblem(reading, member, message));
  };
  const pseudo = pseudoColumns(settings);
  check(settings.wildcard ? 'wildcard' : 'ingestionTime', pseudoFault(fields, pseudo));
  if (settings.tenant) check('tenant', tenantFault(fields, settings.tenant.split('.')));
  if (settings.time !== undefined) check('time', timeFault(fields, settings.time));
  return problems;
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
  cache: PartCache,
): Promise<readonly SchemaField[]> {
  const { file, folder, settings } = reading;
  if (existsSync(join(folder, file))) {
    const path = file.replaceAll(sep, '/');
    const text = readProjectText(folder, path);
    return cache.get(`fields ${path}`, [text], () => readTableSchema(folder, path));
  }
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
