import type { Table } from '../../googlesql/index.ts';
import { BadLine } from './bad-line.ts';
import { edgeRow, type LogOwner, parseCombinedLine } from './combined-log.ts';
import { compileRowDecoder } from './decode-row.ts';
import { parseExactJson } from './exact-json.ts';

/** The input formats. */
export const FORMATS = ['ndjson', 'combined'] as const;

/** The format of an input. */
export type Format = (typeof FORMATS)[number];

/** The only table that access logs can be imported into. */
export const ACCESS_LOG_TABLE = 'cloudflare.logs.prod';

/** A line converted to a row, as JSON text for staging. */
export interface ParsedLine {
  readonly json: string;
  /** Whether the last quoted field had no closing quote. */
  readonly isUnterminated: boolean;
}

/** Converts a line to a row; throws a `BadLine` with the reason if it cannot. */
export type ParseLine = (text: string, number: number) => ParsedLine;

/** A parser of NDJSON in the table's shape; `project` fills the tenant column if it is absent. */
export function ndjsonParser(table: Table, project: string | undefined): ParseLine {
  const decode = compileRowDecoder(table);
  return (text) => {
    const line = parseJson(text);
    if (project !== undefined) fillTenant(line, table.tenant, project);
    return { json: JSON.stringify(decode(line)), isUnterminated: false };
  };
}

/** A parser of access logs for the edge table. */
export function combinedParser(table: Table, owner: LogOwner): ParseLine {
  const decode = compileRowDecoder(table);
  return (text, number) => {
    const logged = parseCombinedLine(text);
    const row = decode(edgeRow(text, number, owner, logged));
    return { json: JSON.stringify(row), isUnterminated: logged.isUnterminated };
  };
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new BadLine(`The line is not JSON: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
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
