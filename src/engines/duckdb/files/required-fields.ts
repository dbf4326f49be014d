import type { TableColumn } from '#googlesql';
import type { FileDescription } from './file-description.ts';
import type { StoredField, StoredType } from './stored-type.ts';

/** The paths, as `a.b`, of columns and fields that are REQUIRED: those of fields within their record. */
export function requiredPaths(columns: readonly TableColumn[], around = ''): readonly string[] {
  return columns.flatMap(({ fields = [], mode, name }) => {
    const path = `${around}${name}`;
    const inside = requiredPaths(fields, `${path}.`);
    return mode === 'REQUIRED' ? [path, ...inside] : inside;
  });
}

/** Those in which a file may have NULL although it stores the values as they are read. */
export function uncheckedPaths(
  columns: readonly TableColumn[],
  description: FileDescription,
): readonly string[] {
  if (description.format !== 'parquet') return [];
  const paths = requiredPaths(columns);
  // An import refuses rows without a REQUIRED column.
  return description.isImported ? paths.filter((path) => path.includes('.')) : paths;
}

/**
 * For each value that Parquet stores by itself, in the file's order, the paths of the columns and fields that are not
 * NULL if the value is there in every row or entry: its own, and those of the records around it up to a list.
 */
export function leafPaths(fields: readonly StoredField[]): readonly (readonly string[])[] {
  return fields.flatMap(({ name, type }) => pathsOf(type, name, []));
}

function pathsOf(
  type: StoredType,
  path: string,
  around: readonly string[],
): readonly (readonly string[])[] {
  const own = [...around, path];
  const inside = (fields: readonly StoredField[], above: readonly string[]) =>
    fields.flatMap(({ name, type: field }) => pathsOf(field, `${path}.${name}`, above));
  switch (type.kind) {
    case 'scalar':
      return [own];
    case 'struct':
      return inside(type.fields, own);
    case 'list':
      return type.element.kind === 'struct'
        ? inside(type.element.fields, [])
        : pathsOf(type.element, path, []).map((paths) => paths.filter((one) => one !== path));
    case 'map': {
      const entry = [
        { name: 'key', type: type.key },
        { name: 'value', type: type.value },
      ];
      return inside(entry, []);
    }
  }
}
