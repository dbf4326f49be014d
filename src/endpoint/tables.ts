import { readdirSync, readFileSync } from 'node:fs';
import { parseTable, type SchemaField, type Table } from '../googlesql/index.ts';

/** The declarations of the log tables, in BigQuery's JSON schema format. */
const SCHEMA = new URL('../../schema/', import.meta.url);

/** The log tables by their logical name, each with its tenant column. */
export type Tables = ReadonlyMap<string, Table>;

/** Reads `schema/tables` and `schema/tenants.json`; throws an `Error` for a table without a tenant column. */
export function readTables(schema: URL = SCHEMA): Tables {
  const tenants: Record<string, string> = readJson(new URL('tenants.json', schema));
  return new Map(
    [...readTableSchemas(schema)].map(([name, fields]) => {
      const tenant = tenants[name];
      if (!tenant)
        throw new Error(`Cannot use table "${name}": tenants.json does not name its tenant column`);
      const path = tenant.split('.');
      if (!hasField(fields, path))
        throw new Error(
          `Cannot use table "${name}": tenants.json names "${tenant}", which it has not`,
        );
      if (!isTenant(fields, path))
        throw new Error(
          `Cannot use table "${name}": its tenant "${tenant}" must be a column, or a field of a column that is a REPEATED record`,
        );
      return [name, parseTable(name, fields, path)];
    }),
  );
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

/** Reads `schema/tables`: the fields of each table in BigQuery's format, by logical name. */
export function readTableSchemas(
  schema: URL = SCHEMA,
): ReadonlyMap<string, readonly SchemaField[]> {
  const names = readdirSync(new URL('tables/', schema))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return new Map(names.map((name) => [name, readJson(new URL(`tables/${name}.json`, schema))]));
}

/** Reads `schema/optional.json`: the tables that may be absent; their views are then empty. */
export function readOptionalTables(schema: URL = SCHEMA): ReadonlySet<string> {
  return new Set(readJson<readonly string[]>(new URL('optional.json', schema)));
}

function readJson<Content>(file: URL): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
