import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { parseTable, type SchemaField, type Table } from '../googlesql/index.ts';
import { PROJECT_FILE, type ProjectSettings, type TableSettings } from './project-file.ts';

/** Tables by their logical name. */
export type Tables = ReadonlyMap<string, Table>;

/** A table of a project. */
export interface ProjectTable extends Table {
  /** Its fields as declared, in BigQuery's JSON schema format. */
  readonly fields: readonly SchemaField[];
  /** Whether it may be absent; it then reads as empty. */
  readonly isOptional: boolean;
}

/** Reads the schemas of a project's tables, sorted by name; throws an `Error` that names the table and its problem. */
export function readTables(
  folder: string,
  { folders, tables: settings }: Pick<ProjectSettings, 'folders' | 'tables'>,
): ReadonlyMap<string, ProjectTable> {
  const schemas = join(folder, folders.tables);
  const names = existsSync(schemas) ? tableNames(schemas) : [];
  for (const name of Object.keys(settings)) {
    if (names.includes(name)) continue;
    const file = join(folders.tables, `${name}.json`);
    throw new Error(`Cannot use table "${name}": ${PROJECT_FILE} names it, but ${file} is missing`);
  }
  return new Map(
    names.map((name) => {
      try {
        const fields = JSON.parse(readFileSync(join(schemas, `${name}.json`), 'utf8'));
        return [name, projectTable(name, fields, settings[name] ?? { optional: false })];
      } catch (cause) {
        throw new Error(`Cannot use table "${name}": ${messageOf(cause)}`, { cause });
      }
    }),
  );
}

function tableNames(schemas: string): readonly string[] {
  return readdirSync(schemas)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

function projectTable(
  name: string,
  fields: readonly SchemaField[],
  { tenant, optional }: TableSettings,
): ProjectTable {
  if (!tenant) throw new Error(`${PROJECT_FILE} does not name its tenant column`);
  const path = tenant.split('.');
  if (!hasField(fields, path)) {
    throw new Error(`${PROJECT_FILE} names the tenant "${tenant}", which it has not`);
  }
  if (!isTenant(fields, path)) {
    throw new Error(
      `its tenant "${tenant}" must be a column, or a field of a column that is a REPEATED record`,
    );
  }
  return { ...parseTable(name, fields, path), fields, isOptional: optional };
}

function hasField(fields: readonly SchemaField[], [first, ...rest]: readonly string[]): boolean {
  const field = fields.find(({ name }) => name === first);
  return field !== undefined && (rest.length === 0 || hasField(field.fields ?? [], rest));
}

/** Whether the tenant is where scans and files can compare it. */
function isTenant(fields: readonly SchemaField[], [first, ...rest]: readonly string[]): boolean {
  const mode = fields.find(({ name }) => name === first)?.mode;
  return rest.length === 0 || (rest.length === 1 && mode === 'REPEATED');
}
