import {
  excerpt,
  integerValue,
  isTimestamp,
  jsonExcerpt,
  nameList,
  type Type,
  type Value,
} from '#googlesql';
import type { JsonPath } from '../../auth/files/strict-json.ts';
import { mayHaveLostDigits, SCALAR_TEXTS } from '../../execution/arguments/scalar-texts.ts';
import type { ProjectProblem } from '../../project/problems/problem.ts';
import type { ProjectJson } from '../../project/problems/read-json.ts';
import { isObject } from '../../values/is-object.ts';

/** A column or a field of a case's rows. */
export interface CaseColumn {
  readonly name: string;
  readonly type: Type;
  readonly mode?: 'NULLABLE' | 'REQUIRED' | 'REPEATED';
  /** Of a STRUCT or an array of STRUCTs, with their modes; those of the type without it. */
  readonly fields?: readonly CaseColumn[] | undefined;
}

/** The values of a JSON file, which has its own problems. */
export type CaseJson = Pick<ProjectJson<unknown>, 'problem' | 'rangeOf' | 'text'>;

/** Reads values of a case by their types, in the formats of the REST path, and collects what does not fit. */
export class TypedReader {
  readonly problems: ProjectProblem[] = [];
  readonly #json: CaseJson;

  constructor(json: CaseJson) {
    this.#json = json;
  }

  /** The values of a row; one that is no object is wrong, and has only NULLs. */
  row(value: unknown, columns: readonly CaseColumn[], path: JsonPath): readonly Value[] {
    if (isObject(value)) return this.#record(value, columns, path);
    this.#wrong(value, 'must be an object with a member for each column', path);
    return columns.map(() => null);
  }

  /** The values of an object by its columns, of which those left out are NULL, or empty arrays. */
  #record(
    object: Readonly<Record<string, unknown>>,
    columns: readonly CaseColumn[],
    path: JsonPath,
  ): readonly Value[] {
    const names = new Set(columns.map(({ name }) => name));
    for (const name of Object.keys(object)) {
      if (!names.has(name)) {
        this.#add([...path, name], `is no column here: there are ${nameList([...names])}`);
      }
    }
    return columns.map((column) => {
      const { mode, name } = column;
      if (Object.hasOwn(object, name)) return this.#field(object[name], column, [...path, name]);
      if (mode === 'REQUIRED') this.#add(path, `has no "${name}", which is REQUIRED`);
      return column.type.kind === 'ARRAY' ? [] : null;
    });
  }

  #field(value: unknown, column: CaseColumn, path: JsonPath): Value {
    const { fields, mode, type } = column;
    if (value === null) {
      if (mode === 'REQUIRED') this.#add(path, 'is REQUIRED, and cannot be null');
      return type.kind === 'ARRAY' ? [] : null;
    }
    if (type.kind !== 'ARRAY') return this.#value(value, type, fields, path);
    if (!Array.isArray(value)) return this.#wrong(value, 'must be an array', path);
    return value.map((item: unknown, i) => {
      // NaN and the infinities are null in answers.
      if (item === null && type.element.kind === 'FLOAT64' && mode === undefined) return null;
      if (item === null) {
        this.#add([...path, i], 'must not be null: arrays of tables and answers have no NULL');
        return null;
      }
      return this.#value(item, type.element, fields, [...path, i]);
    });
  }

  #value(
    value: unknown,
    type: Type,
    fields: readonly CaseColumn[] | undefined,
    path: JsonPath,
  ): Value {
    if (type.kind === 'ARRAY') return this.#field(value, { name: '', type, fields }, path);
    if (type.kind === 'STRUCT') {
      return isObject(value)
        ? this.#record(value, fields ?? namedFields(type.fields), path)
        : this.#wrong(value, 'must be an object with a member for each field', path);
    }
    if (type.kind === 'JSON') return sourceOf(path, this.#json).replace(BLANKS, '$1');
    const read = this.#scalar(value, type.kind, path);
    return read === undefined ? this.#wrong(value, `must be ${formOf(type.kind)}`, path) : read;
  }

  /** Undefined for what is no value of the type. */
  #scalar(value: unknown, kind: string, path: JsonPath): Value | undefined {
    const own = OWN_FORMS[kind];
    if (own) return own(value);
    const text = this.#textOf(value, path);
    if (kind === 'TIMESTAMP' && typeof value === 'number') return timestampOf(text);
    // Other types have no numbers.
    if (typeof value === 'number' && !NUMBERS.has(kind)) return undefined;
    return canonical(kind.startsWith('RANGE') ? text : SCALAR_TEXTS[kind]?.parse(text));
  }

  /** A number as it is written where reading it loses digits. */
  #textOf(value: unknown, path: JsonPath): string {
    const exact = exactNumber(value, path, this.#json);
    return typeof exact === 'number' || typeof exact === 'string' ? String(exact) : '';
  }

  #wrong(value: unknown, message: string, path: JsonPath): null {
    const exact = exactNumber(value, path, this.#json);
    const quoted = exact === value ? jsonExcerpt(value) : excerpt(String(exact));
    this.#add(path, `${quoted} ${message}`);
    return null;
  }

  #add(path: JsonPath, message: string): void {
    this.problems.push(this.#json.problem(path, message));
  }
}

/** A value of a JSON file: a number that has lost digits is its text there. */
export function exactNumber(value: unknown, path: JsonPath, json: CaseJson): unknown {
  return typeof value === 'number' && mayHaveLostDigits(value) ? sourceOf(path, json) : value;
}

function sourceOf(path: JsonPath, { rangeOf, text }: CaseJson): string {
  const [start, end] = rangeOf(path) ?? [0, 0];
  return text.slice(start, end);
}

/** White space between the tokens of JSON; texts stay as they are. */
const BLANKS = /("(?:[^"\\]|\\.)*")|\s+/g;

/** As BigQuery exports them; answers of REST have null for them. */
const SPECIAL = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** Fields without a name have one in JSON, as on BigQuery. */
function namedFields(fields: readonly CaseColumn[]): readonly CaseColumn[] {
  return fields.map((field, i) => ({ ...field, name: field.name || `_field_${i + 1}` }));
}

/** The types whose values are not read from text. */
const OWN_FORMS: Readonly<Record<string, (value: unknown) => Value | undefined>> = {
  STRING: (value) => (typeof value === 'string' && value.isWellFormed() ? value : undefined),
  BOOL: (value) => (typeof value === 'boolean' ? value : undefined),
  FLOAT64: (value) => {
    if (typeof value === 'string') return SPECIAL.get(value);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  },
};

/** The types whose values may be numbers of JSON. */
const NUMBERS: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC']);

/** As values of rows have it: integers are numbers where these are exact. */
function canonical(value: string | number | boolean | bigint | undefined): Value | undefined {
  return typeof value === 'bigint' ? integerValue(value) : value;
}

/** Microseconds since the epoch, which answers of REST have. */
function timestampOf(text: string): Value | undefined {
  const micros = SCALAR_TEXTS['INT64']?.parse(text);
  return typeof micros === 'bigint' && isTimestamp(micros) ? integerValue(micros) : undefined;
}

const FORMS: Readonly<Record<string, string>> = {
  STRING: 'text',
  FLOAT64: 'a number, "NaN", "Infinity" or "-Infinity"',
  TIMESTAMP:
    'microseconds since the epoch, or an ISO 8601 timestamp like "2026-07-01T10:00:00.123456Z"',
};

function formOf(kind: string): string {
  return `${FORMS[kind] ?? SCALAR_TEXTS[kind]?.hint ?? 'text'}: its type is ${kind}`;
}
