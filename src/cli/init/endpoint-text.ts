import { printIdentifier, type SchemaField, standardType, type Type } from '#googlesql';
import { columnNames } from './names.ts';

/** A parameter of an endpoint that is written. */
export interface DraftParameter {
  readonly name: string;
  readonly type: Type;
  readonly description: string;
}

/** A condition of an endpoint's WHERE. */
export interface DraftCondition {
  readonly sql: string;
  readonly parameter: DraftParameter;
}

/** An endpoint that is written: some columns of a table. */
export interface EndpointDraft {
  /** Lines of the description; none begins with `@`. */
  readonly description: readonly string[];
  /** The table's name. */
  readonly table: string;
  readonly fields: readonly SchemaField[];
  readonly conditions: readonly DraftCondition[];
}

/** The most rows of an endpoint that is written. */
export const DRAFT_ROWS = 100;

/** The SQL file of an endpoint. */
export function printEndpoint(draft: EndpointDraft): string {
  const { conditions, description, fields } = draft;
  const names = columnNames(fields.map(({ name }) => name));
  const tags = [
    ...conditions.map(({ parameter }) => `@param ${parameter.name} - ${parameter.description}`),
    ...fields.flatMap((field, i) => columnTag(field, names[i] ?? '')),
  ];
  return `${[...description, ...tags].map((line) => `-- ${line}\n`).join('')}${printQuery(draft)}\n`;
}

/** The query of an endpoint; without columns its rows are constants. */
export function printQuery({
  conditions,
  fields,
  table,
}: Pick<EndpointDraft, 'conditions' | 'fields' | 'table'>): string {
  const names = columnNames(fields.map(({ name }) => name));
  const items = selectItems(fields, '', names);
  return [
    'SELECT',
    `  ${items.length === 0 ? '1 AS one' : items.join(',\n  ')}`,
    `FROM ${printIdentifier(table)}`,
    ...conditions.map(({ sql }, i) => `${i === 0 ? 'WHERE' : '  AND'} ${sql}`),
    `LIMIT ${DRAFT_ROWS}`,
  ].join('\n');
}

/** Longer descriptions of tables and columns are cut. */
const MAX_TEXT = 500;

/** A description of somebody else's in one line. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}

function columnTag(field: SchemaField & { readonly description?: string }, name: string) {
  const { description = '' } = field;
  const text = oneLine(description);
  return text === '' ? [] : [`@column ${printIdentifier(name)} - ${text}`];
}

/** The columns at a path, with aliases where their names cannot be said, in records too. */
function selectItems(
  fields: readonly SchemaField[],
  path: string,
  names: readonly string[],
): readonly string[] {
  return fields.map((field, i) => {
    const own = printIdentifier(field.name);
    const name = printIdentifier(names[i] ?? field.name);
    const value = fieldValue(field, path + own);
    return value === path + own && name === own ? value : `${value} AS ${name}`;
  });
}

function fieldValue(field: SchemaField, path: string): string {
  if (isSpeakable(field)) return path;
  const { fields = [], mode } = field;
  const names = columnNames(
    fields.map(({ name }) => name),
    'field',
  );
  const items = (around: string) => selectItems(fields, `${around}.`, names).join(', ');
  if (mode !== 'REPEATED') return `IF(${path} IS NULL, NULL, STRUCT(${items(path)}))`;
  return `ARRAY(SELECT AS STRUCT ${items('item')} FROM UNNEST(${path}) AS item WITH OFFSET AS place ORDER BY place)`;
}

/** Whether all names within a field can be said. */
function isSpeakable({ fields, type }: SchemaField): boolean {
  if (!fields || standardType(type) !== 'STRUCT') return true;
  const names = fields.map(({ name }) => name);
  const said = columnNames(names, 'field');
  return names.every((name, i) => name === said[i]) && fields.every(isSpeakable);
}
