import { type Body, edit } from './replies.ts';
import type { Reply } from './script.ts';
import type { WireField } from './wire-schema.ts';

type Cells = readonly { readonly v: unknown }[];

/** The result lacks a column. */
export function dropColumn(index: number): Reply {
  return reshape(
    (fields) => fields.filter((_, i) => i !== index),
    (cells) => cells.filter((_, i) => i !== index),
  );
}

/** A column has another name. */
export function renameColumn(index: number, name: string): Reply {
  return changeField(index, (field) => ({ ...field, name }));
}

/** A column has another type, its values stay. */
export function retypeColumn(index: number, type: string): Reply {
  return changeField(index, (field) => ({ ...field, type }));
}

/** A column has another mode, its values stay. */
export function remodeColumn(index: number, mode: WireField['mode']): Reply {
  return changeField(index, (field) => ({ ...field, mode }));
}

/** A column that is never NULL is. */
export function nullInRequired(index: number): Reply {
  return reshape(
    (fields) => fields.map((field, i) => (i === index ? { ...field, mode: 'REQUIRED' } : field)),
    (cells) => cells.map((cell, i) => (i === index ? { v: null } : cell)),
  );
}

/** The result has no columns at all. */
export function noColumns(): Reply {
  return reshape(
    () => [],
    () => [],
  );
}

/** The result has no schema. */
export function noSchema(): Reply {
  return edit(({ schema, ...body }) => body);
}

/** Every row has this in one of its cells, whatever the schema says. */
export function putCell(index: number, value: unknown): Reply {
  return reshape(
    (fields) => fields,
    (cells) => cells.map((cell, i) => (i === index ? { v: value } : cell)),
  );
}

/** Rows have one cell less than the schema has fields. */
export function dropCell(index: number): Reply {
  return reshape(
    (fields) => fields,
    (cells) => cells.filter((_, i) => i !== index),
  );
}

/** Every record has a field more, in front of the others. */
export function addFieldToRecords(): Reply {
  return edit((body) => {
    const { schema, rows } = body as Body & {
      readonly schema: { readonly fields: readonly WireField[] };
      readonly rows: readonly { readonly f: Cells }[];
    };
    return {
      ...body,
      schema: { fields: schema.fields.map(withMore) },
      rows: rows.map(cellsWithMore),
    };
  });
}

const ADDED: WireField = { name: 'added', type: 'STRING', mode: 'NULLABLE' };

function withMore(field: WireField): WireField {
  return field.fields ? { ...field, fields: [ADDED, ...field.fields.map(withMore)] } : field;
}

function cellsWithMore({ f }: { readonly f: Cells }): { readonly f: Cells } {
  return { f: f.map(({ v }) => ({ v: valueWithMore(v) })) };
}

function valueWithMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(({ v }) => ({ v: valueWithMore(v) }));
  if (typeof value !== 'object' || value === null) return value;
  return { f: [{ v: 'more' }, ...cellsWithMore(value as { readonly f: Cells }).f] };
}

function changeField(index: number, change: (field: WireField) => WireField): Reply {
  return reshape(
    (fields) => fields.map((field, i) => (i === index ? change(field) : field)),
    (cells) => cells,
  );
}

function reshape(
  changeFields: (fields: readonly WireField[]) => readonly WireField[],
  changeCells: (cells: Cells) => Cells,
): Reply {
  return edit((body) => {
    const { schema, rows } = body as Body & {
      readonly schema?: { readonly fields: readonly WireField[] };
      readonly rows?: readonly { readonly f: Cells }[];
    };
    return {
      ...body,
      ...(schema ? { schema: { fields: changeFields(schema.fields) } } : {}),
      ...(rows ? { rows: rows.map(({ f }) => ({ f: changeCells(f) })) } : {}),
    };
  });
}
