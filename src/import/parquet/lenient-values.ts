import { quoteName, type StructType, type Type } from '#googlesql';
import type { StoredType } from '../../engines/duckdb/files/stored-type.ts';
import type { TimeBounds } from '../rows/moments.ts';

/** DuckDB text, and the type of its value. */
export interface StoredValue {
  readonly value: string;
  readonly type: StoredType;
}

/**
 * A stored value as the reading of files takes it, where an import takes more: times without a zone are UTC, numbers are
 * times by their size, texts may be bytes, and values of any type are JSON.
 */
export function lenientValue(
  { type: from, value }: StoredValue,
  to: Type,
  bounds: TimeBounds | undefined,
  depth = 0,
): StoredValue {
  if (from.kind === 'scalar')
    return lenientScalar(value, from.name, to, bounds) ?? { value, type: from };
  if (to.kind === 'JSON') return { value: `CAST(to_json(${value}) AS JSON)`, type: scalar('JSON') };
  if (from.kind === 'list' && to.kind === 'ARRAY') {
    const item = `y${depth}`;
    const element = lenientValue(
      { value: item, type: from.element },
      to.element,
      bounds,
      depth + 1,
    );
    if (element.value === item) return { value, type: from };
    return {
      value: `list_transform(${value}, lambda ${item}: ${element.value})`,
      type: { kind: 'list', element: element.type },
    };
  }
  const record = to.kind === 'ARRAY' ? to.element : to;
  if (from.kind !== 'struct' || record.kind !== 'STRUCT') return { value, type: from };
  return lenientRecord({ value, type: from }, record, bounds, depth);
}

function lenientRecord(
  { value, type }: StoredValue & { readonly type: { readonly kind: 'struct' } },
  record: StructType,
  bounds: TimeBounds | undefined,
  depth: number,
): StoredValue {
  let isSame = true;
  const fields = type.fields.map((field) => {
    const to = record.fields.find(({ name }) => name.toLowerCase() === field.name.toLowerCase());
    const own = { value: `${value}.${quoteName(field.name)}`, type: field.type };
    const read = to ? lenientValue(own, to.type, bounds, depth) : own;
    if (read.value !== own.value) isSame = false;
    return { name: field.name, ...read };
  });
  if (isSame) return { value, type };
  const members = fields.map((field) => `${quoteName(field.name)}: ${field.value}`);
  return {
    value: `CASE WHEN ${value} IS NOT NULL THEN {${members.join(', ')}} END`,
    type: { kind: 'struct', fields },
  };
}

function lenientScalar(
  value: string,
  name: string,
  to: Type,
  bounds: TimeBounds | undefined,
): StoredValue | undefined {
  if (to.kind === 'TIMESTAMP') return lenientTime(value, name, bounds);
  if (to.kind === 'JSON' && name !== 'VARCHAR' && name !== 'BLOB' && name !== 'JSON') {
    return { value: `to_json(${value})`, type: scalar('JSON') };
  }
  if (name !== 'BLOB' || to.kind === 'BYTES' || to.kind === 'STRING') return undefined;
  return { value: `decode(${value})`, type: scalar('VARCHAR') };
}

function lenientTime(
  value: string,
  name: string,
  bounds: TimeBounds | undefined,
): StoredValue | undefined {
  const type = scalar('TIMESTAMP WITH TIME ZONE');
  if (name === 'BLOB' || name === 'VARCHAR') {
    const text = name === 'BLOB' ? `decode(${value})` : value;
    return { value: zonedText(text), type: scalar('VARCHAR') };
  }
  if (name === 'TIMESTAMP_NS') {
    return { value: `make_timestamptz(epoch_us(file_nanoseconds_datetime(${value})))`, type };
  }
  if (/^(?:TIMESTAMP(?:_M?S)?|DATE)$/.test(name)) {
    return { value: `make_timestamptz(epoch_us(CAST(${value} AS TIMESTAMP)))`, type };
  }
  if (!isNumber(name)) return undefined;
  return { value: `make_timestamptz(${microsOfNumber(value, bounds)})`, type };
}

/** A text with the time and zone that it leaves out. */
function zonedText(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '\\d{4}-\\d{2}-\\d{2}') THEN ${text} || 'T00:00:00Z'
    WHEN regexp_full_match(${text}, '\\d{4}-\\d{2}-\\d{2}[Tt ][\\d:.]+') THEN ${text} || 'Z' ELSE ${text} END`;
}

/** Whether a stored type counts. */
export function isNumber(name: string): boolean {
  return /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE)$/.test(name);
}

/** The microseconds in each unit that a time is given in. */
export const UNIT_MICROS = [
  ['seconds', 1e6],
  ['milliseconds', 1e3],
  ['microseconds', 1],
  ['nanoseconds', 1e-3],
] as const;

/** DuckDB text of whether a number is a time in a unit. */
export function isInUnit(value: string, micros: number, { earliest, latest }: TimeBounds): string {
  return `${value} BETWEEN ${Math.ceil(earliest / micros)} AND ${Math.floor(latest / micros)}`;
}

/** A number of a time that no unit has is one of microseconds. */
function microsOfNumber(value: string, bounds: TimeBounds | undefined): string {
  const whole = `CAST(${value} AS BIGINT)`;
  if (!bounds) return whole;
  const cases = UNIT_MICROS.map(([, micros]) => {
    const scaled = micros < 1 ? `${whole} // 1000` : `CAST(round(${value} * ${micros}) AS BIGINT)`;
    return `WHEN ${isInUnit(value, micros, bounds)} THEN ${micros === 1 ? whole : scaled}`;
  });
  return `CASE ${cases.join(' ')} ELSE ${whole} END`;
}

function scalar(name: string) {
  return { kind: 'scalar', name } as const;
}
