import type { SchemaField } from '#googlesql';
import { UNSEEN } from './observed.ts';

/** The fields of a file, or of files that are described alike. */
export interface FileFields {
  /** A file that has them. */
  readonly file: string;
  readonly fields: readonly SchemaField[];
}

/** Types that take the values of others. */
const WIDER: readonly (readonly [type: string, takes: readonly string[]])[] = [
  ['FLOAT64', ['INT64', 'NUMERIC']],
  ['NUMERIC', ['INT64']],
  ['BIGNUMERIC', ['INT64', 'NUMERIC']],
  ['STRING', ['INT64']],
];

/**
 * The fields of all sources, by name, in types that take the values of each; throws an `Error` that names two files with
 * types of which none does.
 */
export function mergeFields(sources: readonly FileFields[], around = ''): readonly SchemaField[] {
  const merged = new Map<string, { readonly field: SchemaField; readonly file: string }>();
  for (const { file, fields } of sources) {
    for (const field of fields) {
      const key = field.name.toLowerCase();
      const known = merged.get(key);
      merged.set(
        key,
        known
          ? { ...known, field: mergeField(known.field, field, [known.file, file], around) }
          : { field, file },
      );
    }
  }
  return [...merged.values()].map(({ field }) => field);
}

/** Fields of which no value was seen are STRING. */
export function withKnownTypes(fields: readonly SchemaField[]): readonly SchemaField[] {
  return fields.map((field) => ({
    ...field,
    type: field.type === UNSEEN ? 'STRING' : field.type,
    ...(field.fields && { fields: withKnownTypes(field.fields) }),
  }));
}

function mergeField(
  left: SchemaField,
  right: SchemaField,
  files: readonly [string, string],
  around: string,
): SchemaField {
  if (right.type === UNSEEN) return left;
  if (left.type === UNSEEN) return { ...right, name: left.name };
  const path = around + left.name;
  if (left.mode !== right.mode) throw conflict(path, left, right, files);
  if (left.type === 'RECORD' && right.type === 'RECORD') {
    const own = { file: files[0], fields: left.fields ?? [] };
    const other = { file: files[1], fields: right.fields ?? [] };
    return { ...left, fields: mergeFields([own, other], `${path}.`) };
  }
  const type = widerType(left.type, right.type);
  if (type === undefined) throw conflict(path, left, right, files);
  return { ...left, type };
}

function widerType(left: string, right: string): string | undefined {
  if (left === right) return left;
  const takes = (type: string, other: string) =>
    WIDER.some(([wide, narrow]) => wide === type && narrow.includes(other));
  if (takes(left, right)) return left;
  return takes(right, left) ? right : undefined;
}

function conflict(
  path: string,
  left: SchemaField,
  right: SchemaField,
  [first, second]: readonly [string, string],
): Error {
  return new Error(
    `column "${path}" is ${typeOf(left)} in "${first}" and ${typeOf(right)} in "${second}": write a schema file, or files of one type`,
  );
}

function typeOf({ type, mode }: SchemaField): string {
  return mode === 'REPEATED' ? `REPEATED ${type}` : type;
}
