import { excerpt, type Table, type Type } from '#googlesql';
import { messageOf } from '../../errors.ts';
import { InputError } from '../input-error.ts';
import { BadLine } from './bad-line.ts';
import { parseExactJson } from './exact-json.ts';

/** Makes a row in the table's shape from the values of named columns; null is no value. */
export type NestRow = (values: readonly unknown[]) => Record<string, unknown>;

/** Puts a value into a row. */
type Place = (row: Record<string, unknown>, value: unknown) => void;

/**
 * Compiles the shape of rows whose columns are named like the table's, or like leaves of its records with dots between
 * (`metadata.request.method`). A repeated record on the path gets one element, or none if it would be empty. Names are
 * case-insensitive, as in BigQuery. Columns that the table does not have keep their name. All values are texts.
 */
export function compileNesting(table: Table, names: readonly string[]): NestRow {
  const paths = names.map((name) => findLeaf(table, name)?.path ?? name);
  const twice = paths.find((path, i) => paths.indexOf(path) !== i);
  if (twice !== undefined) throw new InputError(`The input has two columns "${excerpt(twice)}"`);
  const places = names.map((name) => placeOf(table, name));
  return (values) => {
    const row: Record<string, unknown> = Object.create(null);
    for (const [i, place] of places.entries()) {
      const value = values[i] ?? null;
      if (value !== null) place(row, value);
    }
    return row;
  };
}

interface Step {
  readonly name: string;
  readonly isRepeated: boolean;
}

function placeOf(table: Table, name: string): Place {
  const found = findLeaf(table, name);
  if (!found) {
    return (row, value) => {
      row[name] = value;
    };
  }
  const { leaf, steps, type } = found;
  const read = readerOf(type, name);
  return (row, value) => {
    recordAt(row, steps)[leaf] = read(value);
  };
}

/** The records on the way to a leaf; undefined if the table does not have it. */
function findLeaf(table: Table, name: string) {
  const steps: Step[] = [];
  let fields: readonly { readonly name: string; readonly type: Type }[] = table.columns;
  const parts = name.split('.');
  const leaf = parts.pop() ?? '';
  for (const part of parts) {
    const field = fieldOf(fields, part);
    const record = field?.type.kind === 'ARRAY' ? field.type.element : field?.type;
    if (!field || record?.kind !== 'STRUCT') return undefined;
    steps.push({ name: field.name, isRepeated: field.type.kind === 'ARRAY' });
    fields = record.fields;
  }
  const field = fieldOf(fields, leaf);
  const path = [...steps.map(({ name }) => name), field?.name].join('.');
  return field && { leaf: field.name, path, steps, type: field.type };
}

function fieldOf<Field extends { readonly name: string }>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  return fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
}

/** The innermost record, made where it is not there yet. */
function recordAt(row: Record<string, unknown>, steps: readonly Step[]): Record<string, unknown> {
  let record = row;
  for (const { isRepeated, name } of steps) {
    if (!Object.hasOwn(record, name)) record[name] = isRepeated ? [{}] : {};
    const value = isRepeated ? (record[name] as unknown[])[0] : record[name];
    record = value as Record<string, unknown>; // Made above, or by an earlier column.
  }
  return record;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** Reads a text as the type wants it; what does not fit is left to be refused with the field's name. */
function readerOf(type: Type, name: string): (text: unknown) => unknown {
  switch (type.kind) {
    case 'ARRAY':
    case 'STRUCT':
    case 'JSON':
      return (text) => parseJson(String(text), name);
    case 'BOOL':
      return (text) => BOOLEANS.get(String(text).toLowerCase()) ?? text;
    case 'FLOAT64':
      return (text) => (NUMBER.test(String(text)) ? Number(text) : text);
    default:
      return (text) => text;
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new BadLine(`"${name}" is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
