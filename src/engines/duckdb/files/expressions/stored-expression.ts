import { type ArrayType, quoteName, type StructType, type Type } from '#googlesql/runtime';
import type { SingleRecords } from '../../records/record-shape.ts';
import { fieldNamed, type StoredField, type StoredType } from '../stored-type.ts';
import { filledValue, type Place } from './json-expression.ts';
import { absentValue, isStoredAs, scalarExpression } from './scalar-expression.ts';
import { expectedForm, fault, problemUnlessNull } from './scalar-forms.ts';
import { textExpression } from './text-expression.ts';

/** How values are stored and how they are read. */
export interface Reading {
  /** Whether arrays and their elements are not NULL, nor are records in place of arrays. */
  readonly isImported: boolean;
  /** The repeated records to read as the records as which they are stored. */
  readonly single: SingleRecords;
}

/** DuckDB text that reads a stored value as one of a type, or fails; `value` itself if it is one of the type as it is. */
export function storedExpression(
  value: string,
  from: StoredType,
  to: Type,
  place: Place,
  reading: Reading,
): string {
  if (to.kind === 'ARRAY') return arrayExpression(value, from, to, place, reading);
  if (to.kind === 'STRUCT') {
    if (from.kind !== 'struct') return problemOf(value, from, to, place);
    const record = recordExpression(value, from.fields, to, place, reading);
    return record === value ? value : `CASE WHEN ${value} IS NOT NULL THEN ${record} END`;
  }
  if (from.kind !== 'scalar') return problemOf(value, from, to, place);
  if (isStoredAs(from, to)) return value;
  if (from.name === 'VARCHAR') return textExpression(value, to, place);
  return scalarExpression(value, from, to, place.path);
}

function problemOf(value: string, from: StoredType, to: Type, { path }: Place): string {
  const name = from.kind === 'scalar' ? from.name : from.kind.toUpperCase();
  return problemUnlessNull(value, path, `is ${name} in the file, and ${expectedForm(to)}`, to);
}

function arrayExpression(
  value: string,
  from: StoredType,
  to: ArrayType,
  place: Place,
  reading: Reading,
): string {
  const { element } = to;
  if (from.kind === 'list') return listExpression(value, from.element, to, place, reading);
  if (from.kind === 'map') {
    const fields = [
      { name: 'key', type: from.key },
      { name: 'value', type: from.value },
    ];
    const read = { ...reading, isImported: false };
    return listExpression(`map_entries(${value})`, { kind: 'struct', fields }, to, place, read);
  }
  if (from.kind === 'struct' && element.kind === 'STRUCT') {
    const record = recordExpression(value, from.fields, element, place, reading);
    if (reading.single.has(place.path)) return record;
    if (reading.isImported) return `[${record}]`;
    return `CASE WHEN ${value} IS NULL THEN [] ELSE [${record}] END`;
  }
  const problem = problemOf(value, from, to, place);
  return `coalesce(${problem}, ${absentValue(to)})`;
}

function listExpression(
  value: string,
  from: StoredType,
  to: ArrayType,
  place: Place,
  reading: Reading,
): string {
  const item = `x${place.depth}`;
  const inner = { ...place, depth: place.depth + 1 };
  const element = storedExpression(item, from, to.element, inner, reading);
  const list = element === item ? value : `list_transform(${value}, lambda ${item}: ${element})`;
  if (reading.isImported) return list;
  const failure = fault(place.path, 'must not hold NULL');
  return `CASE WHEN ${value} IS NULL THEN ${absentValue(to)} WHEN list_count(${value}) < len(${value}) THEN ${failure} ELSE ${list} END`;
}

function recordExpression(
  value: string,
  from: readonly StoredField[],
  to: StructType,
  { path, depth, nulls }: Place,
  reading: Reading,
): string {
  let isSame = from.length === to.fields.length;
  const members = to.fields.map((field, i) => {
    const stored = fieldNamed(from, field.name);
    const own = `${value}.${quoteName(stored?.name ?? field.name)}`;
    const place = { path: `${path}.${field.name}`, depth, nulls };
    const read = stored
      ? presentValue(own, storedExpression(own, stored.type, field.type, place, reading), place)
      : filledValue(absentValue(field.type), place, 'is REQUIRED, and the file lacks it');
    if (read !== own || from[i]?.name !== field.name) isSame = false;
    return `${quoteName(field.name)}: ${read}`;
  });
  return isSame ? value : `{${members.join(', ')}}`;
}

/** What is read of a stored value, which fails where it is NULL and must not be. */
export function presentValue(stored: string, read: string, place: Place): string {
  const isFilled = read === stored && place.nulls.filled.has(place.path.toLowerCase());
  return isFilled ? read : filledValue(read, place);
}
