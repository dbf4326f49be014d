import type { SchemaField } from '../../../googlesql/index.ts';
import { standardType } from '../rows/type-names.ts';

/** Where a table differs from our schema so that a statement sees it. */
export interface SchemaDifference {
  /** The column, with dots before nested fields. */
  readonly column: string;
  /** `missing` columns read as NULL; with one that is `wrong` no statement can be right. */
  readonly kind: 'missing' | 'wrong';
  readonly text: string;
}

/** All differences at every depth; more columns than ours, another order and NULL where we want none do no harm. */
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

/** The field of that name; BigQuery does not tell case apart in names of columns. */
export function fieldNamed(fields: readonly SchemaField[], name: string): SchemaField | undefined {
  const key = name.toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === key);
}

function missing(column: string, { mode }: SchemaField): SchemaDifference {
  return mode === 'REQUIRED'
    ? { column, kind: 'wrong', text: `has no column "${column}", which is required` }
    : { column, kind: 'missing', text: `has no column "${column}": it reads as NULL` };
}

function shapeOf({ type, mode }: SchemaField): string {
  const name = standardType(type);
  return mode === 'REPEATED' ? `REPEATED ${name}` : name;
}
