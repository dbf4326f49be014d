import {
  type ArrayType,
  duckdbType,
  quoteName,
  quoteText,
  type ScalarKind,
  type StructType,
  type Type,
} from '#googlesql/runtime';
import { checked, expectedForm, fault, faultOf, problemUnlessNull } from './scalar-forms.ts';

/** Where a value is: its path, for messages, and how many lambdas of DuckDB are around it, for the names of theirs. */
export interface Place {
  readonly path: string;
  readonly depth: number;
  readonly nulls: NullChecks;
}

/** Which NULLs are errors. */
export interface NullChecks {
  /** The paths of REQUIRED columns and fields. */
  readonly required: ReadonlySet<string>;
  /** Those of them, in lower case, that hold no NULL as they are stored. */
  readonly filled: ReadonlySet<string>;
}

/** A value that fails where it is NULL and must not be. */
export function filledValue(
  value: string,
  { nulls, path }: Pick<Place, 'nulls' | 'path'>,
  problem = 'is REQUIRED, and there is no value',
): string {
  return nulls.required.has(path) ? `coalesce(${value}, ${fault(path, problem)})` : value;
}

/** The macros that read a type from the text of a JSON value. */
const MACROS: Partial<Record<ScalarKind, (value: string) => string>> = {
  BOOL: (value) => `file_json_bool(${value})`,
  INT64: (value) => `file_json_int64(${value})`,
  FLOAT64: (value) => `file_json_float64(${value})`,
  NUMERIC: (value) => `file_json_numeric(${value})`,
  BIGNUMERIC: (value) => `file_json_bignumeric(${value})`,
  STRING: (value) => `file_json_string(${value})`,
  BYTES: (value) => `file_text_bytes(file_json_text(${value}))`,
  DATE: (value) => `gsql_text_date(file_json_text(${value}))`,
  DATETIME: (value) => `file_text_datetime(file_json_text(${value}))`,
  TIME: (value) => `file_text_time(file_json_text(${value}))`,
  TIMESTAMP: (value) => `file_text_timestamp(file_json_text(${value}))`,
  JSON: (value) => `file_json_json(${value})`,
};

/** The types whose numbers must be in quotes where JSON readers lose digits. */
const EXACT: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC']);

const WIDE = 'is a number of more digits than readers of JSON hold exactly: write it in quotes';

/**
 * DuckDB text that reads a value of a type from the text of a JSON value, of which `file_exact_json` has seen to the
 * numbers, or fails; `value` is NULL for null and for what is absent, and short, as it is repeated.
 */
export function jsonExpression(value: string, type: Type, place: Place): string {
  if (type.kind === 'ARRAY') return arrayExpression(value, type, place);
  if (type.kind === 'STRUCT') {
    const one = objects(
      `[${value}]`,
      `e${place.depth}`,
      `WHEN ${value} IS NULL THEN NULL`,
      type,
      place,
    );
    return `CASE WHEN ${value} IS NOT NULL THEN ${one}[1] END`;
  }
  const macro = MACROS[type.kind];
  const problem = expectedForm(type);
  if (!macro) return problemUnlessNull(value, place.path, problem, type);
  return checked(value, macro(value), failureOf(value, type, place));
}

/** Numbers that lost digits elsewhere on their way are refused even if they have them all here. */
function failureOf(value: string, type: Type, { path }: Place): string {
  const written = `file_json_plain(${value})`;
  const problem = expectedForm(type);
  if (!EXACT.has(type.kind)) return fault(path, problem, written);
  const either = `CASE WHEN file_json_is_wide(${value}) THEN ${quoteText(WIDE)} ELSE ${quoteText(problem)} END`;
  return faultOf(path, either, written);
}

function arrayExpression(value: string, { element }: ArrayType, place: Place): string {
  const { path } = place;
  const item = `e${place.depth}`;
  const isNull = `${item} = 'null' THEN ${fault(path, 'must not hold null')}`;
  const items = `file_items(${value})`;
  const read =
    element.kind === 'STRUCT'
      ? objects(items, item, `WHEN ${isNull}`, element, place)
      : `list_transform(${items}, lambda ${item}: CASE WHEN ${isNull} ELSE ${jsonExpression(item, element, inside(place))} END)`;
  const failure = fault(path, 'must be an array', `file_json_plain(${value})`);
  return `CASE WHEN ${value} IS NULL THEN CAST([] AS ${duckdbType(element)}[]) WHEN starts_with(${value}, '[') THEN ${read} ELSE ${failure} END`;
}

function inside(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

/**
 * A list of records from a list of texts; `refusal` is a branch of a CASE for some of them. Each step has a list of its
 * own, and not a lambda around the next: for each lambda around another DuckDB takes twice the time to plan a statement.
 */
function objects(
  texts: string,
  item: string,
  refusal: string,
  { fields }: StructType,
  { path, depth, nulls }: Place,
): string {
  const place = quoteText(path);
  const parsed = `list_transform(${texts}, lambda ${item}: CASE ${refusal} ELSE file_object(${item}, ${place}) END)`;
  const object = `o${depth}`;
  const found = fields.map(({ name }, i) => `f${i}: ${memberOf(object, name)}`);
  const unique = `list_transform(${parsed}, lambda ${object}: file_unique(${object}, ${place}))`;
  const split = `list_transform(${unique}, lambda ${object}: {${found.join(', ')}})`;
  const members = `m${depth}`;
  const read = fields.map(({ name, type }, i) => {
    const own = inside({ path: `${path}.${name}`, depth, nulls });
    const value = filledValue(jsonExpression(`${members}.f${i}`, type, own), own);
    return `${quoteName(name)}: ${value}`;
  });
  return `list_transform(${split}, lambda ${members}: {${read.join(', ')}})`;
}

/** DuckDB text of the value of a name in an object of `file_unique`. */
export function memberOf(object: string, name: string): string {
  return `file_member(${object}, ${quoteText(name.toLowerCase())})`;
}
