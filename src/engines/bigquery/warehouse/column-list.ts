import {
  type LeafUse,
  printIdentifier,
  type SchemaField,
  standardType,
  WHOLE_USE,
} from '#googlesql';
import { fieldNamed } from './schema-difference.ts';

/** What a statement reads of a table, and how. */
export interface TableRead {
  /**
   * `stored`: records as they are, maybe with fields that we do not have, as BigQuery reads the named ones only.
   * `declared`: records with our fields alone, for statements in which more of them would change rows.
   */
  readonly records: 'stored' | 'declared';
  /** What is read of a column; undefined of one that is not read. */
  useOf(column: string): LeafUse | undefined;
  /** Whether the text of the statement may name a field, even if no row depends on it. */
  names(field: string): boolean;
}

/** Everything, as it is stored. */
export const WHOLE_TABLE: TableRead = {
  records: 'stored',
  useOf: () => WHOLE_USE,
  names: () => true,
};

/** A table's fields as declared and as they are on BigQuery. */
export interface ColumnSource {
  readonly fields: readonly SchemaField[];
  readonly live: readonly SchemaField[];
  /** Whether arrays may be NULL, which those of tables never are. */
  readonly isView: boolean;
}

/**
 * The expressions of our columns over a table.
 *
 * A record is read as it is where a statement reads all of it, or leaves that the table has. It is rebuilt, of the leaves
 * that are read and with NULL for all others,
 *
 * - where the table lacks a leaf that the statement names;
 * - behind a security barrier, whose CASE would read all of the record: so BigQuery reads no leaf that is not named here.
 *
 * The rows are the same: no row depends on a leaf that is not read. Arrays keep their length and order, and are NULL where
 * they were; a record that is NULL stays NULL where a statement tells it from one whose fields are NULL.
 */
export function columnList({ fields, isView, live }: ColumnSource, read: TableRead): string {
  const texts = fields.map((field) => {
    const name = printIdentifier(field.name);
    const place = { path: name, field, live: fieldNamed(live, field.name) };
    const text = columnText(place, read.useOf(field.name), { isView, read });
    return text === name ? text : `${text} AS ${name}`;
  });
  return texts.join(', ');
}

interface Place {
  /** Its expression. */
  readonly path: string;
  readonly field: SchemaField;
  /** Undefined if the table has no such field. */
  readonly live: SchemaField | undefined;
}

/** A field that the table has. */
type LivePlace = Place & { readonly live: SchemaField };

interface Context {
  readonly isView: boolean;
  readonly read: TableRead;
}

function columnText(place: Place, use: LeafUse | undefined, context: Context): string {
  if (!isLive(place)) return nullText(place.field);
  const { field, live, path } = place;
  if (!isRecord(field)) return path;
  if (use?.isWhole) return wholeText(place, context);
  const { names, records } = context.read;
  const keeps =
    !use?.isGuarded &&
    hasReadFields(place, use, names) &&
    (records === 'stored' || !use || hasSameFields(field, live));
  if (keeps) return path;
  return use ? readText(place, use, context) : nullText(field);
}

/** All of a field: as it is if it may be, else rebuilt. */
function wholeText(place: LivePlace, context: Context): string {
  const { field, live, path } = place;
  const keeps = context.read.records === 'stored' ? hasAllFields : hasSameFields;
  if (keeps(field, live)) return path;
  const members = (item: string) =>
    memberTexts(place, item, (below) =>
      isLive(below) ? wholeText(below, context) : nullText(below.field),
    );
  const isArray = field.mode === 'REPEATED';
  const text = isArray ? arrayText(place, members) : `STRUCT(${members(`${path}.`)})`;
  return isArray && !context.isView ? text : unlessNull(path, text);
}

/** The leaves of a field that are read, and NULL for the others. */
function readText(place: LivePlace, use: LeafUse, context: Context): string {
  const { field, path } = place;
  const members = (item: string) =>
    memberTexts(place, item, (below, i) => {
      const own = use.fields.get(i);
      if (!own || !isLive(below)) return nullText(below.field);
      return own.isWhole ? wholeText(below, context) : readText(below, own, context);
    });
  const isArray = field.mode === 'REPEATED';
  const text = isArray ? arrayText(place, members) : `STRUCT(${members(`${path}.`)})`;
  const isNullable = isArray
    ? use.isTested && context.isView
    : use.isTested || testsArray(field, use);
  return isNullable ? unlessNull(path, text) : text;
}

/** Whether an array is told from NULL, which it is only if the record is. */
function testsArray({ fields = [] }: SchemaField, use: LeafUse): boolean {
  return fields.some(({ mode }, i) => {
    const own = use.fields.get(i);
    return mode === 'REPEATED' && own !== undefined && (own.isWhole || own.isTested);
  });
}

function unlessNull(path: string, text: string): string {
  return `IF(${path} IS NULL, NULL, ${text})`;
}

function arrayText({ field, path }: Place, members: (item: string) => string): string {
  const offset = offsetName(field);
  return `ARRAY(SELECT AS STRUCT ${members('item.')} FROM UNNEST(${path}) AS item WITH OFFSET AS ${offset} ORDER BY ${offset})`;
}

/** A name that no field of a record has: ORDER BY would take the field for it. */
function offsetName({ fields = [] }: SchemaField): string {
  const names = new Set(fields.map(({ name }) => name.toLowerCase()));
  let name = 'place';
  while (names.has(name)) name = `_${name}`;
  return name;
}

/** The fields of a record, of which `item` is the expression with a dot. */
function memberTexts(
  { field, live }: LivePlace,
  item: string,
  textOf: (below: Place, index: number) => string,
): string {
  const texts = (field.fields ?? []).map((below, i) => {
    const name = printIdentifier(below.name);
    const place = {
      path: item + name,
      field: below,
      live: fieldNamed(live.fields ?? [], below.name),
    };
    return `${textOf(place, i)} AS ${name}`;
  });
  return texts.join(', ');
}

function isLive(place: Place): place is LivePlace {
  return place.live !== undefined;
}

function isRecord({ type }: SchemaField): boolean {
  return standardType(type) === 'STRUCT';
}

/** Whether a record has all of our fields. */
function hasAllFields({ fields = [] }: SchemaField, live: SchemaField): boolean {
  return fields.every((field) => {
    const found = fieldNamed(live.fields ?? [], field.name);
    return found !== undefined && hasAllFields(field, found);
  });
}

/** Whether a record has all of our fields that a statement reads or names. */
function hasReadFields(
  { field, live }: Pick<LivePlace, 'field' | 'live'>,
  use: LeafUse | undefined,
  names: TableRead['names'],
): boolean {
  return (field.fields ?? []).every((below, i) => {
    const own = use?.isWhole ? use : use?.fields.get(i);
    const found = fieldNamed(live.fields ?? [], below.name);
    if (!found) return !own && !names(below.name);
    return hasReadFields({ field: below, live: found }, own, names);
  });
}

/** The same names in the same order: functions print both. */
function hasSameFields({ fields = [] }: SchemaField, live: SchemaField): boolean {
  const { fields: found = [] } = live;
  const isSame = (field: SchemaField, i: number) =>
    found[i]?.name === field.name && hasSameFields(field, found[i]);
  return fields.length === found.length && fields.every(isSame);
}

/** What a field reads as that the table does not have. */
function nullText(field: SchemaField): string {
  return field.mode === 'REPEATED' ? `${typeText(field)}[]` : `CAST(NULL AS ${typeText(field)})`;
}

function typeText({ type, mode, fields = [] }: SchemaField): string {
  const nested = fields.map((field) => `${printIdentifier(field.name)} ${typeText(field)}`);
  const name = standardType(type);
  const text = name === 'STRUCT' ? `STRUCT<${nested.join(', ')}>` : name;
  return mode === 'REPEATED' ? `ARRAY<${text}>` : text;
}
