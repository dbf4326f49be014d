import { type ArrayType, RANGE_KINDS, type StructType, type Type } from '../../types.ts';
import { lowerText } from '../conversion/cast-lowering.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { quoteText } from '../core/quote.ts';

/** Whether a value is written as plain text or as a literal that evaluates to it. */
export type TextStyle = 'plain' | 'literal';

/** Types whose literals are their quoted text after the type's name. */
const NAMED: ReadonlySet<Type['kind']> = new Set([
  ...(['NUMERIC', 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP'] as const),
  ...RANGE_KINDS,
]);

/** Whether values of a type can be written as text here. */
export function hasValueText(type: Type): boolean {
  if (type.kind === 'ARRAY') return hasValueText(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => hasValueText(field.type));
  return type.kind !== 'INTERVAL' && type.kind !== 'BIGNUMERIC' && type.kind !== 'BYTES';
}

/** The text of a value as FORMAT's %t and %T write it; NULL is written as `NULL`. */
export function valueText(value: string, type: Type, style: TextStyle, depth = 0): string {
  return `coalesce(${presentText(value, type, style, depth)}, 'NULL')`;
}

function presentText(value: string, type: Type, style: TextStyle, depth: number): string {
  if (type.kind === 'ARRAY') return arrayText(value, type, style, depth);
  if (type.kind === 'STRUCT') return structText(value, type, style, depth);
  if (type.kind === 'FLOAT64') return `gsql_format_float(${value}, ${style === 'literal'})`;
  if (type.kind === 'STRING') return style === 'literal' ? `gsql_string_literal(${value})` : value;
  if (type.kind === 'JSON') return jsonText(value, style);
  const text = lowerText(value, type);
  const isNamed = style === 'literal' && NAMED.has(type.kind);
  return isNamed ? `(${quoteText(`${type.kind} "`)} || ${text} || '"')` : text;
}

function jsonText(value: string, style: TextStyle): string {
  const text = `CAST(${value} AS VARCHAR)`;
  return style === 'literal' ? `('JSON ' || gsql_string_literal(${text}))` : text;
}

function arrayText(value: string, type: ArrayType, style: TextStyle, depth: number): string {
  const variable = `e${depth}`;
  const item = valueText(variable, type.element, style, depth + 1);
  return `('[' || array_to_string(list_transform(${value}, lambda ${variable}: ${item}), ', ') || ']')`;
}

function structText(value: string, type: StructType, style: TextStyle, depth: number): string {
  const fields = type.fields.map((field, i) =>
    valueText(
      `struct_extract(${value}, ${quoteText(duckdbFieldName(type, i))})`,
      field.type,
      style,
      depth,
    ),
  );
  // With fewer than two fields, parentheses alone would not be a struct.
  const name = style === 'literal' && fields.length < 2 ? 'STRUCT' : '';
  const inside = fields.length === 0 ? "''" : fields.join(" || ', ' || ");
  return `CASE WHEN ${value} IS NOT NULL THEN '${name}(' || ${inside} || ')' END`;
}
