import {
  type ArrayType,
  rangeElement,
  type ScalarKind,
  type StructType,
  structOf,
  type Type,
} from '../../types.ts';
import { boundOf, lowerText } from '../conversion/cast-lowering.ts';
import type { Lowering } from '../core/define.ts';
import { duckdbFieldName, duckdbType } from '../core/duckdb-type.ts';
import { argumentsOf, bind } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import { castAs, fieldOf, NULL, type Sql, sql, variable } from '../core/sql.ts';

type Writers = Readonly<Partial<Record<ScalarKind, (x: Sql) => Sql>>>;

/** TO_JSON_STRING's text of each scalar type; large numbers are quoted so that JavaScript keeps them exact. */
const TEXT_WRITERS: Writers = {
  BOOL: (x) => castAs(x, 'VARCHAR'),
  INT64: (x) => sql`gsql_json_int64(${x})`,
  FLOAT64: (x) => sql`gsql_json_float64(${x})`,
  NUMERIC: (x) => sql`gsql_json_numeric(${x})`,
  BIGNUMERIC: (x) => sql`gsql_json_bignumeric(${x}, gsql_bignumeric_text(${x}))`,
  STRING: (x) => sql`gsql_json_quote(${x})`,
  BYTES: (x) => sql`('"' || to_base64(${x}) || '"')`,
  DATE: (x) => sql`('"' || ${x} || '"')`,
  TIME: (x) => sql`('"' || ${lowerText(x, { kind: 'TIME' })} || '"')`,
  DATETIME: (x) => sql`('"' || replace(gsql_datetime_text(${x}), ' ', 'T') || '"')`,
  TIMESTAMP: (x) =>
    sql`('"' || replace(gsql_datetime_text(make_timestamp(epoch_us(${x}))), ' ', 'T') || 'Z"')`,
  INTERVAL: (x) => sql`('"' || gsql_interval_iso(${x}) || '"')`,
  JSON: (x) => sql`gsql_json_numbers(CAST(${x} AS VARCHAR))`,
};

/** TO_JSON's text of each scalar type; numbers are unquoted, and floats are recognisable as floats. */
const VALUE_WRITERS: Writers = {
  ...TEXT_WRITERS,
  INT64: (x) => castAs(x, 'VARCHAR'),
  FLOAT64: (x) => sql`gsql_json_double(${x})`,
  NUMERIC: (x) => sql`gsql_json_decimal(gsql_numeric_text(${x}))`,
  BIGNUMERIC: (x) => sql`gsql_json_decimal(gsql_bignumeric_text(${x}))`,
};

/** The same with `stringify_wide_numbers`. */
const STRINGIFYING_WRITERS: Writers = {
  ...VALUE_WRITERS,
  INT64: (x) => sql`gsql_json_int64(${x})`,
  NUMERIC: (x) => sql`gsql_json_wide_decimal(gsql_numeric_text(${x}))`,
  BIGNUMERIC: (x) => sql`gsql_json_wide_decimal(gsql_bignumeric_text(${x}))`,
};

/** How a value is written: its scalars, line breaks, and whether fields are sorted. */
interface Style {
  readonly writers: Writers;
  readonly layout: Layout;
  readonly isSorted: boolean;
}

/** The line break before a value at a depth; empty unless pretty-printed. */
type Layout = (depth: number) => string;

const COMPACT: Layout = () => '';
const PRETTY: Layout = (depth) => `\n${'  '.repeat(depth)}`;

/** TO_JSON_STRING; each type gets its own expression, so no recursion in SQL is needed. */
export const lowerToJsonString: Lowering = (call) => {
  const [type] = call.types;
  const layout = call.literals[1] === true ? PRETTY : COMPACT;
  if (!type) return NULL;
  const style = { writers: TEXT_WRITERS, layout, isSorted: false };
  return bind(argumentsOf(call, 0, 1), ([value = NULL]) =>
    lowerEscapes(jsonText(value, type, style, 0)),
  );
};

/** TO_JSON; members are sorted and unique, as in the reference. */
export const lowerToJson: Lowering = (call) => {
  const [type] = call.types;
  if (!type) return NULL;
  const writers = call.literals.at(-1) === true ? STRINGIFYING_WRITERS : VALUE_WRITERS;
  return bind(
    argumentsOf(call, 0, 1),
    ([value = NULL]) => sql`CAST(${lowerEscapes(jsonValueText(value, type, writers))} AS JSON)`,
  );
};

/** Control characters as GoogleSQL writes them, once for the whole text: each string by itself would take long to plan. */
function lowerEscapes(text: Sql): Sql {
  return sql`list_transform([${text}], lambda written: gsql_json_lower_escapes(written))[1]`;
}

/** TO_JSON's text of an operand that may occur several times. */
export function jsonValueText(value: Sql, type: Type, writers = VALUE_WRITERS): Sql {
  return jsonText(value, type, { writers, layout: COMPACT, isSorted: true }, 0);
}

function jsonText(value: Sql, type: Type, style: Style, depth: number): Sql {
  return sql`coalesce(${presentText(value, type, style, depth)}, 'null')`;
}

function presentText(value: Sql, type: Type, style: Style, depth: number): Sql {
  if (type.kind === 'ARRAY' || type.kind === 'STRUCT') {
    if (style.layout === COMPACT && isPlain(type)) return plainText(value, type, style);
    return type.kind === 'ARRAY'
      ? arrayText(value, type, style, depth)
      : structText(value, type, style, depth);
  }
  const bound = rangeElement(type);
  if (bound) return rangeText(value, type, bound, style, depth);
  const write = style.writers[type.kind];
  if (!write) throw new Error(`There is no JSON of ${type.kind}`);
  return write(value);
}

const PLAIN_SCALARS: ReadonlySet<string> = new Set(['STRING', 'BOOL', 'INT64']);

/**
 * Whether DuckDB's own JSON of a type is GoogleSQL's but for large integers. It takes one call: a call for each field,
 * within a lambda for each array, takes DuckDB 250 ms to plan for the record of `edge_logs`, twice as long with each
 * level.
 */
function isPlain(type: Type): boolean {
  if (type.kind === 'ARRAY') return isPlain(type.element);
  if (type.kind !== 'STRUCT') return PLAIN_SCALARS.has(type.kind);
  return (
    type.fields.length > 0 &&
    type.fields.every((field, i) => duckdbFieldName(type, i) === field.name && isPlain(field.type))
  );
}

/** Members are sorted by a cast: DuckDB casts structs by the names of their fields. */
function plainText(value: Sql, type: Type, { isSorted, writers }: Style): Sql {
  if (!isSorted) return sql`gsql_json_plain(${value})`;
  const sorted = castAs(value, duckdbType(sortedType(type)));
  if (writers === STRINGIFYING_WRITERS) return sql`gsql_json_plain(${sorted})`;
  return sql`gsql_json_escape(CAST(to_json(${sorted}) AS VARCHAR))`;
}

function sortedType(type: Type): Type {
  if (type.kind === 'ARRAY') return { ...type, element: sortedType(type.element) };
  if (type.kind !== 'STRUCT') return type;
  const fields = type.fields.map((field) => ({ ...field, type: sortedType(field.type) }));
  return structOf(fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}

function arrayText(value: Sql, type: ArrayType, style: Style, depth: number): Sql {
  const element = variable(`e${depth}`);
  const item = jsonText(element, type.element, style, depth + 1);
  const items = sql`array_to_string(list_transform(${value}, lambda ${element}: ${item}), ${quoteText(`,${style.layout(depth + 1)}`)})`;
  const text = sql`${quoteText(`[${style.layout(depth + 1)}`)} || ${items} || ${quoteText(`${style.layout(depth)}]`)}`;
  return sql`CASE WHEN len(${value}) = 0 THEN '[]' WHEN ${value} IS NOT NULL THEN ${text} END`;
}

function structText(value: Sql, type: StructType, style: Style, depth: number): Sql {
  if (type.fields.length === 0) return sql`CASE WHEN ${value} IS NOT NULL THEN '{}' END`;
  const separator = style.layout === PRETTY ? ': ' : ':';
  const fields = fieldsOf(type, style).map(({ field, i }, position) => {
    const name = quoteText(
      `${position === 0 ? '{' : ','}${style.layout(depth + 1)}${JSON.stringify(field.name)}${separator}`,
    );
    const own = fieldOf(value, duckdbFieldName(type, i));
    return sql`${name}, ${jsonText(own, field.type, style, depth + 1)}`;
  });
  // None of the texts is NULL, so `concat` and a chain of `||` give the same; the chain takes longer to plan.
  const text = sql`concat(${fields}, ${quoteText(`${style.layout(depth)}}`)})`;
  return sql`CASE WHEN ${value} IS NOT NULL THEN ${text} END`;
}

/** A range is an object of its bounds. */
function rangeText(value: Sql, type: Type, bound: Type, style: Style, depth: number): Sql {
  const names = ['start', 'end'] as const;
  const bounds = names.map((name) => sql`'${name}': ${boundOf(value, name, type)}`);
  const fields = structOf(names.map((name) => ({ name, type: bound })));
  return sql`CASE WHEN ${value} IS NOT NULL THEN ${structText(sql`{${bounds}}`, fields, style, depth)} END`;
}

/** The fields to write, each with its index; sorted, of those with one name the first. */
function fieldsOf({ fields }: StructType, { isSorted }: Style) {
  const placed = fields.map((field, i) => ({ field, i }));
  if (!isSorted) return placed;
  const unique = new Map(placed.toReversed().map((one) => [one.field.name, one])).values();
  return [...unique].sort((a, b) => (a.field.name < b.field.name ? -1 : 1));
}
