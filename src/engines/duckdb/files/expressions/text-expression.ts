import type { ScalarKind, Type } from '#googlesql';
import { jsonExpression, type Place } from './json-expression.ts';
import { checked, expectedForm, fault, problemUnlessNull } from './scalar-forms.ts';

/** The macros that read a type from text. */
const MACROS: Partial<Record<ScalarKind, string>> = {
  BOOL: 'gsql_text_bool',
  INT64: 'file_text_int64',
  FLOAT64: 'file_text_float64',
  NUMERIC: 'file_text_numeric',
  BIGNUMERIC: 'file_text_bignumeric',
  BYTES: 'file_text_bytes',
  DATE: 'gsql_text_date',
  DATETIME: 'file_text_datetime',
  TIME: 'file_text_time',
  TIMESTAMP: 'file_text_timestamp',
  JSON: 'file_text_json',
};

/** DuckDB text that reads a value of a type from VARCHAR, or fails. Arrays and records are JSON. */
export function textExpression(value: string, type: Type, place: Place): string {
  if (type.kind === 'STRING') return value;
  if (type.kind === 'ARRAY' || type.kind === 'STRUCT') return recordExpression(value, type, place);
  const macro = MACROS[type.kind];
  const problem = expectedForm(type);
  if (!macro) return problemUnlessNull(value, place.path, problem, type);
  return checked(value, `${macro}(${value})`, fault(place.path, problem, value));
}

function recordExpression(value: string, type: Type, place: Place): string {
  const text = `CASE WHEN json_valid(${value}) THEN file_exact_json(trim(${value})) WHEN ${value} IS NOT NULL THEN ${fault(place.path, expectedForm(type), value)} END`;
  const item = `t${place.depth}`;
  const read = jsonExpression(item, type, { ...place, depth: place.depth + 1 });
  return `list_transform([nullif(${text}, 'null')], lambda ${item}: ${read})[1]`;
}
