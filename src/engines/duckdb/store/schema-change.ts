import type { SchemaField, Table } from '../../../googlesql/index.ts';
import { type Manifest, schemaOf } from './manifest.ts';

/** Why a table's files cannot be read with its columns of now, one line a column; columns may only be added. */
export function schemaFaults(table: Table, { schemas, files }: Manifest): readonly string[] {
  const columns = schemaOf(table);
  const faults = new Set<string>();
  for (const index of new Set(files.map(({ schema }) => schema))) {
    for (const fault of compareFields(schemas[index] ?? [], columns, '')) faults.add(fault);
  }
  return [...faults];
}

/** Throws an `Error` that names the table and its changed columns, with what to do about them. */
export function refuseSchemaChange(table: Table, manifest: Manifest): void {
  const faults = schemaFaults(table, manifest);
  if (faults.length === 0) return;
  const { name } = table;
  throw new Error(
    `Cannot read the data of table "${name}" as schema/tables/${name}.json has it: ${faults.join('; ')}. ` +
      `Put the former columns back, or: put them back, write the rows with "fieldstone export ${name}", ` +
      'move the folder of the table out of DATA_DIR, change the schema, and import the rows again',
  );
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
