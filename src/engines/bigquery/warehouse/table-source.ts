import { printIdentifier, type SchemaField } from '../../../googlesql/index.ts';
import { standardType } from '../rows/type-names.ts';
import { type LogTable, placeName } from '../table-places.ts';
import { fieldNamed } from './schema-difference.ts';

/**
 * The FROM item that replaces a log table: a projection of our columns by name.
 *
 * So `*`, whole rows and column order mean the same as to the compiler, whatever is added to the table. BigQuery prunes
 * partitions and columns through such a projection, as through a view. Columns absent from `live` are NULL.
 */
export function tableSource(
  { place, fields }: LogTable,
  live: readonly SchemaField[] = fields,
): string {
  return `(SELECT ${members(fields, live, '')} FROM \`${placeName(place)}\`)`;
}

/** The FROM item for a table that does not exist: its columns without rows. */
export function emptySource({ fields }: LogTable): string {
  return `(SELECT ${members(fields, [], '')} LIMIT 0)`;
}

function members(
  fields: readonly SchemaField[],
  live: readonly SchemaField[],
  path: string,
): string {
  const texts = fields.map((field) => {
    const name = printIdentifier(field.name);
    const text = fieldText(path + name, field, fieldNamed(live, field.name));
    return text === name ? text : `${text} AS ${name}`;
  });
  return texts.join(', ');
}

function fieldText(path: string, field: SchemaField, live: SchemaField | undefined): string {
  if (!live)
    return field.mode === 'REPEATED' ? `${typeText(field)}[]` : `CAST(NULL AS ${typeText(field)})`;
  if (hasAllFields(field, live)) return path;
  const { fields: nested = [] } = field;
  if (field.mode !== 'REPEATED') {
    return `IF(${path} IS NULL, NULL, STRUCT(${members(nested, live.fields ?? [], `${path}.`)}))`;
  }
  const items = members(nested, live.fields ?? [], 'item.');
  return `ARRAY(SELECT AS STRUCT ${items} FROM UNNEST(${path}) AS item WITH OFFSET AS place ORDER BY place)`;
}

function hasAllFields({ fields = [] }: SchemaField, live: SchemaField): boolean {
  return fields.every((field) => {
    const found = fieldNamed(live.fields ?? [], field.name);
    return found !== undefined && hasAllFields(field, found);
  });
}

function typeText({ type, mode, fields = [] }: SchemaField): string {
  const nested = fields.map((field) => `${printIdentifier(field.name)} ${typeText(field)}`);
  const name = standardType(type);
  const text = name === 'STRUCT' ? `STRUCT<${nested.join(', ')}>` : name;
  return mode === 'REPEATED' ? `ARRAY<${text}>` : text;
}
