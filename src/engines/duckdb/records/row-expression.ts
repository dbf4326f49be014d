import {
  type ArrayType,
  duckdbType,
  quoteName,
  quoteText,
  type StructType,
  type TableColumn,
  type Type,
} from '#googlesql';

/** DuckDB expressions for columns of a table or fields of a record, by name; absent ones are NULL or `[]`. */
export interface RowExpressions {
  readonly [field: string]: string | RecordExpression | RowExpressions;
}

/** A repeated record with one element if the condition is true, otherwise empty. */
export class RecordExpression {
  readonly condition: string;
  readonly fields: RowExpressions;

  constructor(condition: string, fields: RowExpressions) {
    this.condition = condition;
    this.fields = fields;
  }
}

/** The paths of the repeated records that have one element in every row, inside records that do. */
export function singleRecords(row: RowExpressions, around = ''): readonly string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (typeof value === 'string' || value instanceof RecordExpression) return [];
    return [around + name, ...singleRecords(value, `${around}${name}.`)];
  });
}

/**
 * A select list with every column of a table in its type, with its single records stored as one; throws for an
 * expression of an unknown field.
 */
export function selectList(columns: readonly TableColumn[], row: RowExpressions): string {
  refuseUnknown(columns, row, '');
  return columns
    .map(({ name, type }) => `${storedOf(type, row[name], name)} AS ${quoteName(name)}`)
    .join(',\n  ');
}

/** As `expressionOf`, outside of any list. */
function storedOf(type: Type, value: RowExpressions[string] | undefined, path: string): string {
  const isSingle = typeof value === 'object' && !(value instanceof RecordExpression);
  if (!isSingle || type.kind !== 'ARRAY' || type.element.kind !== 'STRUCT') {
    return expressionOf(type, value, path);
  }
  return structOf(type.element, value, path, storedOf);
}

function expressionOf(type: Type, value: RowExpressions[string] | undefined, path: string): string {
  if (type.kind === 'ARRAY' && typeof value === 'object') return recordOf(type, value, path);
  if (typeof value === 'object') throw new Error(`Cannot give "${path}" fields: it is no record`);
  const typed = duckdbType(type);
  if (type.kind === 'ARRAY') return `CAST(${value ?? '[]'} AS ${typed})`;
  return `CAST(${value ?? 'NULL'} AS ${typed})`;
}

function recordOf(type: ArrayType, value: RecordExpression | RowExpressions, path: string): string {
  if (type.element.kind !== 'STRUCT') {
    throw new Error(`Cannot give "${path}" fields: it is no record`);
  }
  if (!(value instanceof RecordExpression)) return `[${structOf(type.element, value, path)}]`;
  const element = structOf(type.element, value.fields, path);
  return `CASE WHEN ${value.condition} THEN [${element}] ELSE [] END`;
}

function structOf(
  type: StructType,
  fields: RowExpressions,
  path: string,
  fieldOf: typeof expressionOf = expressionOf,
): string {
  refuseUnknown(type.fields, fields, `${path}.`);
  const members = type.fields.map(
    (field) =>
      `${quoteText(field.name)}: ${fieldOf(field.type, fields[field.name], `${path}.${field.name}`)}`,
  );
  return `{${members.join(', ')}}`;
}

function refuseUnknown(
  known: readonly { readonly name: string }[],
  given: RowExpressions,
  prefix: string,
): void {
  const names = new Set(known.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown) throw new Error(`Cannot fill "${prefix}${unknown}": the table has no such field`);
}
