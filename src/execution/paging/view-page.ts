import type { Row, Value } from '#googlesql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import {
  orderTies,
  PAGE_PARAMETERS,
  type PreparedView,
  type RowKeys,
  rowKeys,
} from '../../catalog/views.ts';
import type { BoundParameter } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import { fitsCursor, MAX_TAKEN, type Position, type ScopedCursors, START } from './view-cursor.ts';

/** A caller's request for one page of a view, before it is checked. */
export interface ViewRequest {
  /** The view's field name. */
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
  /** Those of the request's question. */
  readonly cursors: ScopedCursors;
}

/** One read for a page: at most `rows` rows after the timestamp and id of the page's position. */
export interface PageRead {
  readonly request: PageRequest;
  readonly rows: number;
}

/** The end of a page, as in GraphQL's `PageInfo`. */
export interface PageInfo {
  /** Undefined for a page without rows. */
  readonly endCursor: string | undefined;
  readonly hasNextPage: boolean;
}

/** The rows of a page, and how its end is found. */
export interface PageSlice {
  readonly rows: readonly Row[];
  /** The end of the page, of the same rows as they are visible: a cursor holds no id that redaction changes. */
  infoOf(visible: readonly Row[]): PageInfo;
}

/** Checks a page request; throws `BAD_USER_INPUT` naming the argument. */
export function readPageRequest(
  { definition, views }: PreparedEndpoint,
  { name, limit, after }: ViewRequest,
  cursors: ScopedCursors,
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
  return { name, view, limit, after: isStart ? START : cursors.read(after), cursors };
}

/** The parameters of a page's statement: `_limit` and `_after_…`. */
export function pageParameters({
  request: { after },
  rows,
}: PageRead): ReadonlyMap<string, BoundParameter> {
  const values: Readonly<Record<string, Value>> = {
    _limit: rows,
    _after_timestamp: after.timestamp,
    _after_id: after.id ?? null,
  };
  return new Map(
    [...PAGE_PARAMETERS].map(([name, type]) => [name, { type, value: values[name] ?? null }]),
  );
}

/** The first read for a page, with one extra row that shows whether there is a next page. */
export function firstRead(request: PageRequest): PageRead {
  return { request, rows: request.after.taken + request.limit + 1 };
}

const GROWTH = 8;
const MAX_READ = 2 * MAX_TAKEN;

/**
 * A larger read if a page ends between rows with the same timestamp and id, which can only be ordered all together.
 * Undefined if the rows suffice.
 */
export function nextRead(
  { request, rows: read }: PageRead,
  rows: readonly Row[],
): PageRead | undefined {
  if (rows.length < read || read >= MAX_READ) return undefined;
  const last = rows[request.after.taken + request.limit - 1];
  const beyond = rows.at(-1);
  const isSplit = last && beyond && rowKeys(request.view).same(last, beyond);
  return isSplit ? { request, rows: Math.min(read * GROWTH, MAX_READ) } : undefined;
}

/** Cuts a page from the rows that were read for it. */
export function slicePage(rows: readonly Row[], request: PageRequest): PageSlice {
  const { limit, after, view } = request;
  const behind = orderTies(rows, rowKeys(view)).slice(after.taken);
  return {
    rows: behind.slice(0, limit),
    infoOf: (visible) => pageInfo(behind, request, visible),
  };
}

function pageInfo(behind: readonly Row[], request: PageRequest, visible: readonly Row[]): PageInfo {
  const end = endOf(behind, request, visible);
  if (end && end.taken > MAX_TAKEN) {
    throw new FieldstoneError(
      'BAD_USER_INPUT',
      `Cannot page through more than ${MAX_TAKEN} rows that have the same timestamp and id`,
    );
  }
  const { cursors, limit } = request;
  return { endCursor: end && cursors.issue(end), hasNextPage: behind.length > limit };
}

/**
 * The position after the page's last row: the last id that tells rows apart and may be visible, and the number of rows
 * after it.
 */
function endOf(
  rows: readonly Row[],
  { limit, after, view }: PageRequest,
  visible: readonly Row[],
): Position | undefined {
  const keys = rowKeys(view);
  const length = Math.min(limit, rows.length);
  const last = rows[length - 1];
  if (!last) return undefined;
  const timestamp = keys.timestamp(last);
  for (let i = length - 1; i >= 0; i -= 1) {
    const row = rows[i] ?? [];
    const taken = length - 1 - i;
    if (keys.timestamp(row) !== timestamp) return { timestamp, id: undefined, taken };
    const next = rows[i + 1];
    const isLastOfKey = !next || !keys.same(row, next);
    const id = keys.id(row);
    if (isLastOfKey && mayExpose(id, keys, visible[i])) return { timestamp, id, taken };
  }
  return after.timestamp === timestamp
    ? { ...after, taken: after.taken + length }
    : { timestamp, id: undefined, taken: length };
}

/** Whether an id fits in a cursor, and its row shows it. */
function mayExpose(id: string | null, keys: RowKeys, visible: Row = []): boolean {
  return id === null || (keys.id(visible) === id && fitsCursor(id));
}
