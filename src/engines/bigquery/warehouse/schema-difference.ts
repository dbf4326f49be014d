import { type SchemaField, standardType } from '#googlesql';
import { collatedType } from '../dataset/schema-fields.ts';

/** A difference between a table and our schema that affects statements. */
export interface SchemaDifference {
  /** Dotted path of the column. */
  readonly column: string;
  /** `missing` columns read as NULL; with a `wrong` one no statement can be correct. */
  readonly kind: 'missing' | 'wrong';
  readonly text: string;
}

/** All differences at every depth; additional columns, another order and missing NOT NULL constraints are harmless. */
export function schemaDifferences(
  ours: readonly SchemaField[],
  live: readonly SchemaField[],
  path = '',
): readonly SchemaDifference[] {
  return ours.flatMap((field) => {
    const column = path + field.name;
    const found = fieldNamed(live, field.name);
    if (!found) return [missing(column, field)];
    if (shapeOf(found) !== shapeOf(field)) {
      const text = `column "${column}" is ${shapeOf(found)} in place of ${shapeOf(field)}`;
      return [{ column, kind: 'wrong', text } as const];
    }
    return schemaDifferences(field.fields ?? [], found.fields ?? [], `${column}.`);
  });
}

/** The field with that name; column names are case-insensitive in BigQuery. */
export function fieldNamed(fields: readonly SchemaField[], name: string): SchemaField | undefined {
  const key = name.toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === key);
}

function missing(column: string, { mode }: SchemaField): SchemaDifference {
  return mode === 'REQUIRED'
    ? { column, kind: 'wrong', text: `has no column "${column}", which is required` }
    : { column, kind: 'missing', text: `has no column "${column}": it reads as NULL` };
}

function shapeOf(field: SchemaField): string {
  const name = collatedType(field, standardType(field.type));
  return field.mode === 'REPEATED' ? `REPEATED ${name}` : name;
}
