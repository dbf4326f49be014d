import { excerpt, type Table } from '#googlesql';
import { messageOf } from '../../errors.ts';
import { BadLine } from './bad-line.ts';
import { parseCombinedLine } from './combined-log.ts';
import { compileRowDecoder, type DecodeRow, RowNotes } from './decode-row.ts';
import { edgeRow, type LogOwner } from './edge-row.ts';
import { parseExactJson } from './exact-json.ts';
import { refuseOutside, type TimeBounds, type Unit } from './moments.ts';
import { compileNesting } from './nest.ts';
import { repeatedName } from './repeated-names.ts';
import type { Json } from './scalar-values.ts';
import { type TenantValue, tenantsOf } from './tenant-value.ts';

/** A row ready for staging, and what was noticed. */
export interface ParsedRow {
  /** Its time; undefined if it has none. */
  readonly micros: number | bigint | undefined;
  /** Whether it names a tenant, where the table has one. */
  readonly hasTenant: boolean;
  /** As it is staged. */
  readonly line: string;
  /** Whether the last quoted field of an access log's line had no closing quote. */
  readonly isUnterminated: boolean;
  readonly unknown: readonly string[];
  readonly units: readonly Unit[];
  /** The paths of repeated records that do not have exactly one element. */
  readonly several: readonly string[];
}

/** What is between the fields of a staged line, and what stands for one that is absent. */
export const STAGED_SEPARATOR = '\x01';
export const STAGED_NULL = String.raw`\N`;

/** What parsers have in common. */
export interface ParserOptions {
  readonly table: Table;
  /** Fills the tenant column of rows that leave it out. */
  readonly tenant: TenantValue | undefined;
  readonly bounds: TimeBounds | undefined;
}

/** Converts a line to a row; throws a `BadLine` with the reason if it cannot. */
export type ParseLine = (text: string, number: number) => ParsedRow;

/** A parser of NDJSON in the table's shape. */
export function ndjsonParser(options: ParserOptions): ParseLine {
  const finish = rowFinisher(options, false);
  return (text) => finish(parseJson(text));
}

/** A parser of CSV records with these columns. */
export function csvParser(
  options: ParserOptions,
  columns: readonly string[],
): (record: readonly unknown[]) => ParsedRow {
  const nest = compileNesting(options.table, columns);
  const finish = rowFinisher(options, true);
  return (record) => {
    if (record.length !== columns.length) {
      throw new BadLine(`The record has ${record.length} fields, the header ${columns.length}`);
    }
    return finish(nest(record));
  };
}

/** A parser of access logs for the edge table. */
export function combinedParser({ bounds }: ParserOptions, owner: LogOwner): ParseLine {
  return (text, number) => {
    const logged = parseCombinedLine(text);
    const { isUnterminated, micros } = logged;
    if (bounds) refuseOutside('time', undefined, micros, bounds);
    const line = JSON.stringify(edgeRow(text, number, owner, logged));
    return {
      ...{ micros, line, isUnterminated, hasTenant: true },
      ...{ unknown: NONE, units: NONE, several: NONE },
    };
  };
}

const NONE: readonly never[] = [];

function rowFinisher({ bounds, table, tenant }: ParserOptions, wrapsRecords: boolean) {
  const decode: DecodeRow = compileRowDecoder(table, { bounds, wrapsRecords });
  const { tenant: path } = table;
  return (line: unknown): ParsedRow => {
    if (tenant !== undefined && path) {
      addTenantRecord(line, table);
      fillTenant(line, path, tenant);
    }
    const notes = new RowNotes();
    const row = decode(line, notes);
    const { micros, several, units, unknown } = notes;
    const tenants = path && tenantsOf(row, path);
    return {
      micros,
      line: stagedLine(row, micros, tenants && onlyTenant(tenants)),
      isUnterminated: false,
      hasTenant: tenants?.some((name) => name !== undefined) ?? true,
      ...{ unknown, units, several },
    };
  };
}

/** The tenant of a row by which it is sorted; undefined if its elements name several, or none. */
function onlyTenant([first, ...others]: readonly (Json | undefined)[]): Json | undefined {
  return others.every((other) => other === first) ? first : undefined;
}

/** Time, tenant and row, in none of which is a control character: those are escaped in JSON. */
function stagedLine(row: Json, micros: number | bigint | undefined, tenant: Json | undefined) {
  const key = typeof tenant === 'string' ? JSON.stringify(tenant).slice(1, -1) : tenant;
  const fields = [micros ?? STAGED_NULL, key ?? STAGED_NULL, JSON.stringify(row)];
  return fields.join(STAGED_SEPARATOR);
}

function parseJson(text: string): unknown {
  const line = parsedJson(text);
  const name = repeatedName(text, line);
  if (name === undefined) return line;
  throw new BadLine(`The line has an object with the name "${excerpt(name)}" twice`);
}

function parsedJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new BadLine(`The line is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Adds the record that is to hold the tenant if it is absent: without a tenant nobody would see the row. */
function addTenantRecord(line: unknown, { columns, tenant: [first, second] = [] }: Table): void {
  if (second === undefined || first === undefined) return;
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return;
  const fields = line as Record<string, unknown>; // Neither null nor an array, checked above.
  if (!isEmpty(fields[first])) return;
  const column = columns.find(({ name }) => name === first);
  fields[first] = column?.type.kind === 'ARRAY' ? [{}] : {};
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Sets the field at a path if it is absent or null, in every element of arrays on the way. */
function fillTenant(value: unknown, path: readonly string[], tenant: TenantValue): void {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) fillTenant(element, path, tenant);
    return;
  }
  const fields = value as Record<string, unknown>; // Not an array, checked above.
  if (rest.length > 0) fillTenant(fields[name], rest, tenant);
  else fields[name] ??= tenant;
}
