import type { ArrayType, ScalarKind, StructType, Type } from '../types.ts';
import { lowerText } from './cast-lowering.ts';
import type { Lowering } from './define.ts';
import { duckdbFieldName } from './duckdb-type.ts';
import { bind, quote } from './lowering.ts';

/** How a scalar that is not NULL is written. */
const SCALARS: Readonly<Partial<Record<ScalarKind, (x: string) => string>>> = {
  BOOL: (x) => `CAST(${x} AS VARCHAR)`,
  INT64: (x) => `gsql_json_int64(${x})`,
  FLOAT64: (x) => `gsql_json_float64(${x})`,
  NUMERIC: (x) => `gsql_json_numeric(${x})`,
  STRING: (x) => `gsql_json_quote(${x})`,
  BYTES: (x) => `('"' || to_base64(${x}) || '"')`,
  DATE: (x) => `('"' || ${x} || '"')`,
  TIME: (x) => `('"' || ${lowerText(x, { kind: 'TIME' })} || '"')`,
  DATETIME: (x) => `('"' || replace(gsql_datetime_text(${x}), ' ', 'T') || '"')`,
  TIMESTAMP: (x) =>
    `('"' || replace(gsql_datetime_text(make_timestamp(epoch_us(${x}))), ' ', 'T') || 'Z"')`,
  JSON: (x) => `CAST(${x} AS VARCHAR)`,
};

/** The line break before what stands at a depth, when the text is to be read by people. */
type Layout = (depth: number) => string;

const COMPACT: Layout = () => '';
const PRETTY: Layout = (depth) => `\n${'  '.repeat(depth)}`;

/** TO_JSON_STRING of any type but INTERVAL; each type is its own expression, so that DuckDB needs no recursion. */
export const lowerToJsonString: Lowering = (call) => {
  const [type] = call.types;
  const layout = call.literals[1] === true ? PRETTY : COMPACT;
  if (!type) return 'NULL';
  const own = { arguments: call.arguments.slice(0, 1), literals: call.literals.slice(0, 1) };
  return bind(own, ([value = '']) => jsonText(value, type, layout, 0));
};

function jsonText(value: string, type: Type, layout: Layout, depth: number): string {
  return `coalesce(${presentText(value, type, layout, depth)}, 'null')`;
}

function presentText(value: string, type: Type, layout: Layout, depth: number): string {
  if (type.kind === 'ARRAY') return arrayText(value, type, layout, depth);
  if (type.kind === 'STRUCT') return structText(value, type, layout, depth);
  const write = SCALARS[type.kind];
  if (!write) throw new Error(`TO_JSON_STRING does not support ${type.kind}`);
  return write(value);
}

function arrayText(value: string, type: ArrayType, layout: Layout, depth: number): string {
  const variable = `e${depth}`;
  const item = jsonText(variable, type.element, layout, depth + 1);
  const items = `array_to_string(list_transform(${value}, lambda ${variable}: ${item}), ${quote(`,${layout(depth + 1)}`)})`;
  const text = `${quote(`[${layout(depth + 1)}`)} || ${items} || ${quote(`${layout(depth)}]`)}`;
  return `CASE WHEN len(${value}) = 0 THEN '[]' WHEN ${value} IS NOT NULL THEN ${text} END`;
}

function structText(value: string, type: StructType, layout: Layout, depth: number): string {
  if (type.fields.length === 0) return `CASE WHEN ${value} IS NOT NULL THEN '{}' END`;
  const separator = layout === PRETTY ? ': ' : ':';
  const fields = type.fields.map((field, i) => {
    const name = quote(
      `${i === 0 ? '{' : ','}${layout(depth + 1)}${JSON.stringify(field.name)}${separator}`,
    );
    const own = `struct_extract(${value}, ${quote(duckdbFieldName(type, i))})`;
    return `${name} || ${jsonText(own, field.type, layout, depth + 1)}`;
  });
  return `CASE WHEN ${value} IS NOT NULL THEN ${fields.join(' || ')} || ${quote(`${layout(depth)}}`)} END`;
}
