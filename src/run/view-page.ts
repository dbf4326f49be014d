import type { BoundParameter } from '../engines/engine.ts';
import { FieldstoneError } from '../errors.ts';
import type { Row, Value } from '../googlesql/value.ts';
import type { PreparedEndpoint } from './prepare.ts';
import { redactText } from './redaction.ts';
import { decodeCursor, encodeCursor, fitsCursor, type Position, START } from './view-cursor.ts';
import { PAGE_PARAMETERS, type PreparedView } from './views.ts';

/** What a caller asks of a view. */
export interface ViewRequest {
  /** The name of its field. */
  readonly name: string;
  readonly limit: number;
  /** The `endCursor` of an earlier page; without it the newest rows. */
  readonly after: string | null | undefined;
}

/** A checked request for one page of a view. */
export interface PageRequest {
  readonly name: string;
  readonly view: PreparedView;
  readonly limit: number;
  readonly after: Position;
}

/** Where a page ends. */
export interface PageInfo {
  /** Undefined for a page without rows. */
  readonly endCursor: string | undefined;
  readonly hasNextPage: boolean;
}

/** Checks what a caller asks of a view; throws `BAD_USER_INPUT` naming the argument. */
export function readPageRequest(
  { definition, views }: PreparedEndpoint,
  { name, limit, after }: ViewRequest,
): PageRequest {
  const view = views.get(name);
  if (!view) throw new Error(`Endpoint "${definition.name}" has no view "${name}"`);
  const { maxRows } = definition.settings;
  if (!Number.isInteger(limit) || limit < 1 || limit > maxRows) {
    throw new FieldstoneError(
      'BAD_USER_INPUT',
      `Argument "limit" cannot be ${limit}: it must be between 1 and ${maxRows}`,
    );
  }
  const isStart = after === undefined || after === null;
  return { name, view, limit, after: isStart ? START : decodeCursor(after) };
}

/** Whether a page ends between rows that their timestamp and id do not tell apart: then their order must be fixed. */
export function splitsTie(rows: readonly Row[], { view, limit }: PageRequest): boolean {
  const last = rows[limit - 1];
  const next = rows[limit];
  return last !== undefined && next !== undefined && sameKey(view, last, next);
}

/** The first rows of an answer that has one row more where there is a next page. */
export function cutPage(
  rows: readonly Row[],
  request: PageRequest,
  redact: boolean,
): { readonly rows: readonly Row[]; readonly page: PageInfo } {
  const end = endOf(rows, request, redact);
  return {
    rows: rows.slice(0, request.limit),
    page: {
      endCursor: end && encodeCursor(end),
      hasNextPage: rows.length > request.limit,
    },
  };
}

/**
 * The position behind the last row of the page: named by the last id that tells rows apart and may be shown, and by
 * the number of rows after it.
 */
function endOf(
  rows: readonly Row[],
  { view, limit, after }: PageRequest,
  redact: boolean,
): Position | undefined {
  const length = Math.min(limit, rows.length);
  const last = rows[length - 1];
  if (!last) return undefined;
  const timestamp = timestampOf(view, last);
  for (let i = length - 1; i >= 0; i -= 1) {
    const row = rows[i] ?? [];
    const taken = length - 1 - i;
    if (timestampOf(view, row) !== timestamp) return { timestamp, id: undefined, taken };
    if (mayEndAt(view, row, rows[i + 1], redact)) return { timestamp, id: idOf(view, row), taken };
  }
  return after.timestamp === timestamp
    ? { ...after, taken: after.taken + length }
    : { timestamp, id: undefined, taken: length };
}

/** Whether a row's id says where it stands, and nothing that redaction hides. */
function mayEndAt(view: PreparedView, row: Row, next: Row | undefined, redact: boolean): boolean {
  const id = idOf(view, row);
  if (id !== null && !(fitsCursor(id) && (!redact || redactText(id) === id))) return false;
  return !next || !sameKey(view, row, next);
}

function sameKey(view: PreparedView, left: Row, right: Row): boolean {
  return (
    timestampOf(view, left) === timestampOf(view, right) && idOf(view, left) === idOf(view, right)
  );
}

function timestampOf({ timestampIndex }: PreparedView, row: Row): bigint {
  return BigInt(row[timestampIndex] as number | bigint); // What `value.ts` says of a TIMESTAMP, never NULL here.
}

function idOf({ idIndex }: PreparedView, row: Row): string | null {
  return (row[idIndex] ?? null) as string | null; // Checked to be a STRING when the endpoint was prepared.
}

/** A page's own parameters. */
export function pageParameters({ limit, after }: PageRequest): ReadonlyMap<string, BoundParameter> {
  const values: Readonly<Record<string, Value>> = {
    _limit: limit + 1,
    _offset: after.taken,
    _after_timestamp: after.timestamp,
    _after_id: after.id ?? null,
    _after_no_id: after.id === undefined,
  };
  return new Map(
    [...PAGE_PARAMETERS].map(([name, type]) => [name, { type, value: values[name] ?? null }]),
  );
}
