import { printIdentifier, type SchemaField, standardType, type TableColumn } from '#googlesql';
import { type LogTable, placeName } from '../table-places.ts';
import { fieldNamed } from './schema-difference.ts';

/** The FROM items that may replace a log table. */
export interface TableSource {
  /** Records as they are stored, maybe with fields that we do not have: BigQuery reads the named ones only. */
  readonly stored: string;
  /** Records with our fields alone, all of which are read, for statements that use whole records. */
  readonly declared: string;
  /** The expressions of our columns over the table, for each of these. */
  readonly columns: Readonly<Record<'stored' | 'declared', string>>;
  /** The full name; undefined if the table does not exist. */
  readonly place: string | undefined;
  /** Rows in place of the table, as a FROM item with its pseudo-columns too. */
  readonly rows?: string;
  /** The parameter that such rows are bound as, in lower case; undefined if they are written out. */
  readonly parameter?: string | undefined;
  readonly pseudo: readonly TableColumn[];
}

/**
 * A projection of our columns by name.
 *
 * So `*`, whole rows and column order mean the same as to the compiler, whatever is added to the table. BigQuery prunes
 * partitions and columns through such a projection, as through a view. Columns absent from `live` are NULL.
 */
export function tableSource(
  { place, fields, pseudo = [] }: LogTable,
  live: readonly SchemaField[] = fields,
): TableSource {
  const name = placeName(place);
  const columns = {
    stored: members(fields, live, '', hasAllFields),
    declared: members(fields, live, '', hasSameFields),
  };
  const from = (list: string) => `(SELECT ${list} FROM \`${name}\`)`;
  return {
    stored: from(columns.stored),
    declared: from(columns.declared),
    columns,
    place: name,
    pseudo,
  };
}

/** The source of a table that does not exist: its columns without rows. */
export function emptySource({ fields, pseudo = [] }: LogTable): TableSource {
  const list = members(fields, [], '', hasAllFields);
  const text = `(SELECT ${list} LIMIT 0)`;
  const columns = { stored: list, declared: list };
  return { stored: text, declared: text, columns, place: undefined, pseudo };
}

/** Whether a column can be read as it is. */
type Keeps = (field: SchemaField, live: SchemaField) => boolean;

function members(
  fields: readonly SchemaField[],
  live: readonly SchemaField[],
  path: string,
  keeps: Keeps,
): string {
  const texts = fields.map((field) => {
    const name = printIdentifier(field.name);
    const text = fieldText(path + name, field, fieldNamed(live, field.name), keeps);
    return text === name ? text : `${text} AS ${name}`;
  });
  return texts.join(', ');
}

function fieldText(
  path: string,
  field: SchemaField,
  live: SchemaField | undefined,
  keeps: Keeps,
): string {
  if (!live)
    return field.mode === 'REPEATED' ? `${typeText(field)}[]` : `CAST(NULL AS ${typeText(field)})`;
  if (keeps(field, live)) return path;
  const nested = (item: string) => members(field.fields ?? [], live.fields ?? [], item, keeps);
  if (field.mode !== 'REPEATED') {
    return `IF(${path} IS NULL, NULL, STRUCT(${nested(`${path}.`)}))`;
  }
  return `ARRAY(SELECT AS STRUCT ${nested('item.')} FROM UNNEST(${path}) AS item WITH OFFSET AS place ORDER BY place)`;
}

function hasAllFields({ fields = [] }: SchemaField, live: SchemaField): boolean {
  return fields.every((field) => {
    const found = fieldNamed(live.fields ?? [], field.name);
    return found !== undefined && hasAllFields(field, found);
  });
}

/** The same names in the same order: functions print both. */
function hasSameFields({ fields = [] }: SchemaField, live: SchemaField): boolean {
  const { fields: found = [] } = live;
  const isSame = (field: SchemaField, i: number) =>
    found[i]?.name === field.name && hasSameFields(field, found[i]);
  return fields.length === found.length && fields.every(isSame);
}

function typeText({ type, mode, fields = [] }: SchemaField): string {
  const nested = fields.map((field) => `${printIdentifier(field.name)} ${typeText(field)}`);
  const name = standardType(type);
  const text = name === 'STRUCT' ? `STRUCT<${nested.join(', ')}>` : name;
  return mode === 'REPEATED' ? `ARRAY<${text}>` : text;
}
