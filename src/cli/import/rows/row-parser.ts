import { messageOf } from '../../../errors.ts';
import type { Table } from '../../../googlesql/index.ts';
import { BadLine } from './bad-line.ts';
import { parseCombinedLine } from './combined-log.ts';
import { compileRowDecoder, type DecodeRow, type DecoderOptions, RowNotes } from './decode-row.ts';
import { edgeRow, type LogOwner } from './edge-row.ts';
import { parseExactJson } from './exact-json.ts';
import { refuseOutside, type TimeBounds, type Unit } from './moments.ts';
import { compileNesting, type NestRow } from './nest.ts';

/** A row ready for staging, and what was noticed. */
export interface ParsedRow {
  readonly micros: number;
  readonly json: string;
  /** Whether the last quoted field of an access log's line had no closing quote. */
  readonly isUnterminated: boolean;
  readonly unknown: readonly string[];
  readonly units: readonly Unit[];
}

/** What parsers have in common. */
export interface ParserOptions {
  readonly table: Table;
  /** Fills the tenant column of rows that leave it out. */
  readonly project: string | undefined;
  readonly bounds: TimeBounds | undefined;
}

/** Converts a line to a row; throws a `BadLine` with the reason if it cannot. */
export type ParseLine = (text: string, number: number) => ParsedRow;

/** A parser of NDJSON in the table's shape. */
export function ndjsonParser(options: ParserOptions): ParseLine {
  const finish = rowFinisher(options, { wrapsRecords: false, hasEscapedBytes: false });
  return (text) => finish(parseJson(text));
}

/** A parser of rows that DuckDB has written as JSON, whose columns are the table's or leaves of it. */
export function duckdbJsonParser(options: ParserOptions): ParseLine {
  const finish = rowFinisher(options, { wrapsRecords: true, hasEscapedBytes: true });
  let nest: NestRow | undefined;
  return (text) => {
    const row = parseJson(quoteFloatWords(text));
    if (typeof row !== 'object' || row === null) return finish(row);
    // All rows have the same columns.
    nest ??= compileNesting(options.table, Object.keys(row), false);
    return finish(nest(Object.values(row)));
  };
}

/** A parser of CSV records with these columns. */
export function csvParser(
  options: ParserOptions,
  columns: readonly string[],
): (record: readonly unknown[]) => ParsedRow {
  const nest = compileNesting(options.table, columns, true);
  const finish = rowFinisher(options, { wrapsRecords: true, hasEscapedBytes: false });
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
    const json = JSON.stringify(edgeRow(text, number, owner, logged));
    return { micros, json, isUnterminated, unknown: NONE, units: NONE };
  };
}

const NONE: readonly never[] = [];

function rowFinisher(
  { bounds, project, table }: ParserOptions,
  form: Omit<DecoderOptions, 'bounds'>,
) {
  const decode: DecodeRow = compileRowDecoder(table, { bounds, ...form });
  return (line: unknown): ParsedRow => {
    if (project !== undefined && table.tenant) {
      addTenantRecord(line, table);
      fillTenant(line, table.tenant, project);
    }
    const notes = new RowNotes();
    const json = JSON.stringify(decode(line, notes));
    const { micros, units, unknown } = notes;
    return { micros, json, isUnterminated: false, unknown, units };
  };
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new BadLine(`The line is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/g;

/** DuckDB writes floats that JSON has no numbers for as bare words. */
function quoteFloatWords(text: string): string {
  if (!text.includes('NaN') && !text.includes('Infinity')) return text;
  return text.replace(STRING_OR_WORD, (token) => (token.startsWith('"') ? token : `"${token}"`));
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
function fillTenant(value: unknown, path: readonly string[], project: string): void {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) fillTenant(element, path, project);
    return;
  }
  const fields = value as Record<string, unknown>; // Not an array, checked above.
  if (rest.length > 0) fillTenant(fields[name], rest, project);
  else fields[name] ??= project;
}
