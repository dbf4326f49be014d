import type { Table, Type } from '../../../googlesql/index.ts';

/** Adds the arrays that a record leaves out, at every depth, as the stored tables have them. */
export type FillArrays = (record: Record<string, unknown>) => void;

/** Compiles the filling for rows that are right in every other way. */
export function compileArrayFiller(table: Table): FillArrays {
  return fillerOf(table.columns);
}

function fillerOf(fields: readonly { readonly name: string; readonly type: Type }[]): FillArrays {
  const arrays = fields.flatMap(({ name, type }) =>
    type.kind === 'ARRAY' ? [{ name, fill: elementFiller(type.element) }] : [],
  );
  return (record) => {
    for (const { fill, name } of arrays) {
      const value = record[name];
      if (Array.isArray(value)) fill?.(value);
      else record[name] = [];
    }
  };
}

function elementFiller(
  element: Type,
): ((elements: readonly Record<string, unknown>[]) => void) | undefined {
  if (element.kind !== 'STRUCT') return undefined;
  const fill = fillerOf(element.fields);
  return (elements) => {
    for (const record of elements) fill(record);
  };
}
