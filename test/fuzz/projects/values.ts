import { momentOf } from './civil.ts';
import { SCALARS_OF_PROJECTS } from './scalars.ts';
import type { Field, Scalar, Value } from './types.ts';

/** The scalar type of a field that is no struct. */
export function scalarOf({ kind }: Pick<Field, 'kind'>): Scalar {
  const scalar = SCALARS_OF_PROJECTS[kind];
  if (!scalar) throw new Error(`There are no values of ${kind}`);
  return scalar;
}

/** A field without its mode REPEATED. */
export function elementOf(field: Field): Field {
  return { ...field, mode: 'REQUIRED' };
}

/** A value after `JSON.parse`, its numbers as they were written. */
export type Parsed =
  | null
  | boolean
  | string
  | JsonNumber
  | readonly Parsed[]
  | { [name: string]: Parsed };

/** A number of a JSON text. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Parses JSON without a loss of digits. */
export function parseExactly(text: string): Parsed {
  const reviver = (_: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' ? new JsonNumber(source) : value;
  // The types of this library do not know the reviver's third argument yet.
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

/** How an interface writes fields' names and values. */
export interface Notation {
  readonly nameOf: (name: string) => string;
  readonly scalar: (kind: string, value: Parsed) => Value;
}

/** The value of a field in an answer. */
export function decode(field: Field, value: Parsed | undefined, notation: Notation): Value {
  if (value === undefined) throw new Error(`There is no "${field.name}"`);
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return (value as readonly Parsed[]).map((item) => decode(element, item, notation));
  }
  if (value === null) return null;
  if (field.kind !== 'STRUCT') return notation.scalar(field.kind, value);
  return decodeFields(field.fields, value as { [name: string]: Parsed }, notation);
}

/** The values of fields in an object of an answer. */
export function decodeFields(
  fields: readonly Field[],
  object: { readonly [name: string]: Parsed },
  notation: Notation,
): readonly Value[] {
  return fields.map((field) => {
    const name = notation.nameOf(field.name);
    return decode(field, Object.hasOwn(object, name) ? object[name] : undefined, notation);
  });
}

/** Values of REST: JSON, CSV and NDJSON. */
export function restScalar(kind: string, value: Parsed): Value {
  if (kind === 'JSON') return comparableJson(value);
  if (kind === 'INT64' || kind === 'TIMESTAMP') return BigInt((value as JsonNumber).source);
  if (kind === 'FLOAT64') return Number((value as JsonNumber).source);
  if (kind === 'BOOL' ? typeof value === 'boolean' : typeof value === 'string')
    return value as Value;
  throw new Error(`${JSON.stringify(value)} is no ${kind}`);
}

/** Values of GraphQL, which clients have parsed. */
export function graphqlScalar(kind: string, value: Parsed): Value {
  if (kind === 'JSON') return comparableJson(value);
  if (kind === 'INT64')
    return BigInt(value instanceof JsonNumber ? value.source : (value as string));
  if (kind === 'TIMESTAMP') return momentOf(value as string);
  return restScalar(kind, value);
}

/** A text that JSON of equal values has: members by name, and integers beyond 2^53 as GraphQL has them, as texts. */
function comparableJson(value: Parsed): string {
  return JSON.stringify(plainJson(value));
}

function plainJson(value: Parsed): unknown {
  if (value instanceof JsonNumber) return plainNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainJson);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, plainJson(member)]));
}

function plainNumber({ source }: JsonNumber): string | number {
  const number = Number(source);
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(number) ? source : number + 0;
}

/** What an answer has of a value. */
export function shown(field: Field, value: Value): Value {
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return ((value ?? []) as readonly Value[]).map((item) => shown(element, item));
  }
  if (value === null) return null;
  if (field.kind === 'STRUCT') {
    return field.fields.map((one, i) => shown(one, (value as readonly Value[])[i] ?? null));
  }
  if (field.kind === 'FLOAT64') return Number.isFinite(value) ? (value as number) + 0 : null;
  return field.kind === 'JSON' ? comparableJson(parseExactly(value as string)) : value;
}
