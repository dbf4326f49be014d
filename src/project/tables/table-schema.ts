import { z } from 'zod';
import { SCALARS, type SchemaField, standardType } from '#googlesql';
import { readProjectJson } from '../problems/read-json.ts';

const TYPES: ReadonlySet<string> = new Set([...Object.keys(SCALARS), 'STRUCT']);
const MODES = ['NULLABLE', 'REQUIRED', 'REPEATED'] as const;

/** A field of BigQuery's JSON schema format, of which other members, like `description`, are left as they are. */
const FIELD: z.ZodType<SchemaField> = z
  .looseObject({
    name: z.string().min(1, 'must not be empty'),
    type: z.string().refine((type) => TYPES.has(standardType(type)), {
      error: ({ input }) =>
        input === 'GEOGRAPHY'
          ? 'a GEOGRAPHY is read by endpoints with "@engine bigquery" alone: leave it out'
          : `${JSON.stringify(input)} is no type of a column`,
    }),
    mode: z.enum(MODES, `must be one of ${MODES.join(', ')}`).exactOptional(),
    collation: z
      .literal('', 'is not supported: texts are compared by their code points')
      .exactOptional(),
    get fields() {
      return FIELDS.exactOptional();
    },
  })
  .refine(({ fields, type }) => standardType(type) !== 'STRUCT' || fields?.length, {
    path: ['fields'],
    error: 'a RECORD has at least one field',
  });

const FIELDS: z.ZodType<readonly SchemaField[]> = z.array(FIELD).superRefine(checkNames, {
  // Whatever else is wrong with the fields.
  when: ({ value }) => Array.isArray(value),
});

function checkNames(
  fields: readonly (Partial<SchemaField> | null)[],
  { addIssue }: z.core.$RefinementCtx,
): void {
  const names = fields.map((field) => String(field?.name).toLowerCase());
  for (const [i, name] of names.entries()) {
    if (fields[i]?.name === undefined || names.indexOf(name) === i) continue;
    addIssue({ code: 'custom', message: 'is there twice', path: [i, 'name'] });
  }
}

/**
 * Reads the fields of a table from a file in BigQuery's JSON schema format; throws a `ProjectError` with everything that
 * is wrong with it. `file` is its path below the project's folder.
 */
export function readTableSchema(folder: string, file: string): readonly SchemaField[] {
  return readProjectJson(folder, file, FIELDS).value;
}
