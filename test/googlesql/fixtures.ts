import { existsSync, readFileSync } from 'node:fs';
import type { Table } from '../../src/googlesql/table.ts';
import type { Type } from '../../src/googlesql/types.ts';
import { integerValue, type Row, type Value } from '../../src/googlesql/value.ts';

const FIXTURES = new URL('./fixtures/', import.meta.url);

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The small fixed rows of a table, each as JSON; a table without a file has none. */
export function fixtureLines(table: string): string[] {
  const file = new URL(`${table}.ndjson`, FIXTURES);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

/** The rows as values; what they leave out is NULL or an empty array. */
export function fixtureRows(table: Table): Row[] {
  const rows: Record<string, Json>[] = fixtureLines(table.name).map((line) => JSON.parse(line));
  return rows.map((row) => table.columns.map(({ name, type }) => readValue(type, row[name])));
}

function readValue(type: Type, json: Json | undefined): Value {
  if (type.kind === 'ARRAY') {
    return ((json ?? []) as readonly Json[]).map((item) => readValue(type.element, item));
  }
  if (json === undefined || json === null) return null;
  if (type.kind === 'STRUCT') {
    const fields = json as Record<string, Json>;
    return type.fields.map((field) => readValue(field.type, fields[field.name]));
  }
  if (type.kind === 'INT64') return integerValue(BigInt(json as string | number));
  if (type.kind === 'TIMESTAMP') return integerValue(microsOf(json as string));
  return json as boolean | number | string;
}

/** Microseconds of `2026-07-01T10:00:00.123456Z`, which `Date` would cut to milliseconds. */
function microsOf(text: string): bigint {
  return BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1000n + BigInt(text.slice(20, 26));
}
