import { excerpt, quoteName, type Table, type Type } from '#googlesql';
import { fieldNamed, type StoredField } from '../../engines/duckdb/files/stored-type.ts';
import { InputError } from '../input-error.ts';
import type { StoredValue } from './lenient-values.ts';

/** What a file has for the columns of a table. */
export interface InputColumns {
  /** By the names of the table's columns. */
  readonly values: ReadonlyMap<string, StoredValue>;
  /** DuckDB texts that count the values of a row for which the table has no column, by their paths. */
  readonly unknown: ReadonlyMap<string, string>;
}

/**
 * Finds the columns of a file that are the table's, in any case, or leaves of its records with dots between, which make
 * one record a row, or none if all of them are NULL. Throws an `InputError` for a column that is there twice.
 */
export function inputColumns(table: Table, stored: readonly StoredField[]): InputColumns {
  const values = new Map<string, StoredValue>();
  const unknown = new Map<string, string>();
  const used = new Set<string>();
  for (const { name, type } of table.columns) {
    const field = fieldNamed(stored, name);
    if (field) {
      refuseTwice(stored, name);
      used.add(field.name);
      values.set(name, { value: quoteName(field.name), type: field.type });
      addUnknown(unknown, { value: quoteName(field.name), type: field.type }, type, name);
      continue;
    }
    const leaves = stored
      .filter((leaf) => leaf.name.toLowerCase().startsWith(`${name.toLowerCase()}.`))
      .filter((leaf) => hasLeaf(type, leaf.name.split('.').slice(1)));
    for (const leaf of leaves) {
      refuseTwice(stored, leaf.name);
      used.add(leaf.name);
    }
    const record = recordOf(leaves.map((leaf) => ({ leaf, path: leaf.name.split('.').slice(1) })));
    if (record) values.set(name, record);
  }
  for (const { name } of stored.filter((field) => !used.has(field.name))) {
    unknown.set(name, `CASE WHEN ${quoteName(name)} IS NOT NULL THEN 1 ELSE 0 END`);
  }
  return { values, unknown };
}

function refuseTwice(stored: readonly StoredField[], name: string): void {
  const same = stored.filter((field) => field.name.toLowerCase() === name.toLowerCase());
  if (same.length > 1) throw new InputError(`The input has two columns "${excerpt(name)}"`);
}

function hasLeaf(type: Type, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const record = type.kind === 'ARRAY' ? type.element : type;
  if (record.kind !== 'STRUCT') return false;
  const field = record.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return field !== undefined && hasLeaf(field.type, rest);
}

interface Leaf {
  readonly leaf: StoredField;
  readonly path: readonly string[];
}

function recordOf(leaves: readonly Leaf[]): StoredValue | undefined {
  if (leaves.length === 0) return undefined;
  const groups = Map.groupBy(leaves, ({ path: [first = ''] }) => first.toLowerCase());
  const fields = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const name = first?.path[0];
    if (!first || name === undefined) return [];
    const inner = group.map(({ leaf, path }) => ({ leaf, path: path.slice(1) }));
    const own = { value: quoteName(first.leaf.name), type: first.leaf.type };
    const value = first.path.length === 1 ? own : recordOf(inner);
    return value ? [{ name, ...value }] : [];
  });
  const members = fields.map(({ name, value }) => `${quoteName(name)}: ${value}`);
  const known = leaves.map(({ leaf }) => `${quoteName(leaf.name)} IS NOT NULL`);
  return {
    value: `CASE WHEN ${known.join(' OR ')} THEN {${members.join(', ')}} END`,
    type: { kind: 'struct', fields },
  };
}

/** Counts what a record has no field for, at every depth. */
function addUnknown(
  unknown: Map<string, string>,
  { value, type: from }: StoredValue,
  to: Type,
  path: string,
  wrap: (count: string) => string = (count) => count,
  depth = 0,
): void {
  if (from.kind === 'list' && to.kind === 'ARRAY') {
    const item = `z${depth}`;
    const sum = (count: string) =>
      wrap(`coalesce(list_sum(list_transform(${value}, lambda ${item}: ${count})), 0)`);
    const element = { value: item, type: from.element };
    addUnknown(unknown, element, to.element, path, sum, depth + 1);
    return;
  }
  const record = to.kind === 'ARRAY' ? to.element : to;
  if (from.kind !== 'struct' || record.kind !== 'STRUCT') return;
  for (const { name, type } of from.fields) {
    const own = `${value}.${quoteName(name)}`;
    const field = record.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const place = `${path}.${field?.name ?? name}`;
    if (field) addUnknown(unknown, { value: own, type }, field.type, place, wrap, depth);
    else unknown.set(place, wrap(`CASE WHEN ${own} IS NOT NULL THEN 1 ELSE 0 END`));
  }
}
