import { badAnswer } from '../client/bigquery-error.ts';

/** One column or field of a result, in BigQuery's JSON schema format. */
export interface ResultField {
  readonly name?: string;
  readonly type?: string;
  readonly mode?: string;
  readonly fields?: readonly ResultField[];
  readonly rangeElementType?: { readonly type?: string };
}

/** Identifies a job. */
export interface JobReference {
  readonly jobId: string;
  readonly location?: string;
}

/** A cell of a row on the wire: `{"v": …}`. */
export interface Cell {
  readonly v?: unknown;
}

/** A row on the wire. */
export interface RawRow {
  readonly f?: readonly Cell[];
}

/** What a job was billed for, or read, in bytes as text, and its slot time in milliseconds as text. */
export interface BillingStatistics {
  readonly totalBytesBilled?: unknown;
  readonly totalBytesProcessed?: unknown;
  readonly cacheHit?: unknown;
  readonly totalSlotMs?: unknown;
}

/** The answer of `jobs.query` and `jobs.getQueryResults`; `unknown` members are checked where they are read. */
export interface QueryResponse extends BillingStatistics {
  readonly jobComplete: boolean;
  readonly jobReference: JobReference | undefined;
  readonly schema?: { readonly fields?: readonly ResultField[] };
  readonly rows?: readonly RawRow[];
  readonly totalRows?: unknown;
  readonly pageToken?: unknown;
  /** When the job began, and when it was made, in milliseconds since the epoch, as text; `jobs.query` alone says it. */
  readonly startTime?: unknown;
  readonly creationTime?: unknown;
}

/** Checks the members that control the run. */
export function readResponse(body: Readonly<Record<string, unknown>>): QueryResponse {
  const { jobComplete, jobReference, rows } = body;
  if (typeof jobComplete !== 'boolean') throw badAnswer('The answer does not say "jobComplete"');
  if (rows !== undefined && !Array.isArray(rows)) throw badAnswer('The rows are no array');
  return { ...body, jobComplete, jobReference: readReference(jobReference) };
}

function readReference(value: unknown): JobReference | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { jobId, location } = value as { readonly jobId?: unknown; readonly location?: unknown };
  if (typeof jobId !== 'string' || jobId === '') return undefined;
  return { jobId, ...(typeof location === 'string' && location !== '' && { location }) };
}

/** A member of an answer as an object; empty if it is none. */
export function member(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
