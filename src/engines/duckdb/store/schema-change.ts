import type { SchemaField, Table } from '../../../googlesql/index.ts';
import { type Manifest, schemaOf } from './manifest.ts';

/**
 * Why a table's files cannot be read with its columns of now, one line a column: columns may only be added, and the
 * tenant must be where it was.
 */
export function schemaFaults(table: Table, manifest: Manifest): readonly string[] {
  const { schemas, files } = manifest;
  const columns = schemaOf(table);
  const faults = new Set(tenantFaults(table, manifest));
  for (const index of new Set(files.map(({ schema }) => schema))) {
    for (const fault of compareFields(schemas[index] ?? [], columns, '')) faults.add(fault);
  }
  return [...faults];
}

/** Throws an `Error` that names the table and what was changed of it, with what to do. */
export function refuseSchemaChange(table: Table, manifest: Manifest): void {
  refuse(table, schemaFaults(table, manifest));
}

/** As `refuseSchemaChange`, for the tenant only: a service that is being replaced may write without a new column. */
export function refuseTenantChange(table: Table, manifest: Manifest): void {
  refuse(table, tenantFaults(table, manifest));
}

function refuse({ name }: Table, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new Error(
    `Cannot read the data of table "${name}" as schema/tables/${name}.json and fieldstone.json have it: ${faults.join('; ')}. ` +
      `Put back what was there, or: put it back, write the rows with "fieldstone export ${name}", ` +
      'move the folder of the table out of DATA_DIR, change the schema, and import the rows again',
  );
}

/** Files of earlier releases, and manifests without files, do not say which it was. */
function tenantFaults(
  { tenant = [] }: Table,
  { files, tenant: former = tenant }: Manifest,
): readonly string[] {
  const [before, now] = [former.join('.'), tenant.join('.')];
  return files.length === 0 || before === now ? [] : [`the tenant was "${before}" and is "${now}"`];
}

function compareFields(
  stored: readonly SchemaField[],
  fields: readonly SchemaField[],
  prefix: string,
): readonly string[] {
  const removed = stored
    .filter(({ name }) => !fields.some((field) => field.name === name))
    .map(({ name }) => `column "${prefix}${name}" is in the data and no longer in the schema`);
  const changed = fields.flatMap((field) => {
    const former = stored.find(({ name }) => name === field.name);
    return compareField(former, field, `${prefix}${field.name}`);
  });
  return [...removed, ...changed];
}

function compareField(
  former: SchemaField | undefined,
  field: SchemaField,
  path: string,
): readonly string[] {
  const isRequired = field.mode === 'REQUIRED';
  if (!former) {
    return isRequired
      ? [`column "${path}" is new and REQUIRED, and rows without it are there`]
      : [];
  }
  const [before, now] = [typeOf(former), typeOf(field)];
  if (before !== now) return [`column "${path}" was ${before} and is ${now}`];
  if (isRequired && former.mode !== 'REQUIRED') {
    return [`column "${path}" was NULLABLE and is REQUIRED`];
  }
  return compareFields(former.fields ?? [], field.fields ?? [], `${path}.`);
}

function typeOf({ type, mode }: SchemaField): string {
  return mode === 'REPEATED' ? `REPEATED ${type}` : type;
}
