import { z } from 'zod';
import { FieldstoneError } from '../../errors.ts';
import { isTimestamp, MAX_TIMESTAMP } from '../../googlesql/index.ts';

/**
 * A position between two rows of a view, ordered by timestamp, then id, both descending.
 *
 * It follows all rows newer than `timestamp`, the rows with that timestamp up to `id`, and `taken` more rows with that
 * timestamp. Rows are counted where timestamp and id cannot tell them apart, or the id must not be shown.
 */
export interface Position {
  /** Microseconds since the epoch. */
  readonly timestamp: bigint;
  /** Undefined: before all rows of the timestamp. Null: after all of them, since NULL ids come last. */
  readonly id: string | null | undefined;
  readonly taken: number;
}

/** Before the first row of any view. */
export const START: Position = { timestamp: MAX_TIMESTAMP, id: undefined, taken: 0 };

/** Maximum of `taken`: the counted rows are read again for each page that begins after them. */
export const MAX_TAKEN = 10_000;

const CONTENT = z.strictObject({
  t: z.string().regex(/^-?\d{1,18}$/),
  n: z.int().min(0).max(MAX_TAKEN),
  id: z.string().refine(fitsCursor).nullable().optional(),
});

/** Whether an id can be held by a cursor and sent to the engine as a parameter. */
export function fitsCursor(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0');
}

/** Encodes a position as opaque text: base64url of JSON. */
export function encodeCursor({ timestamp, id, taken }: Position): string {
  const content = { t: String(timestamp), n: taken, ...(id !== undefined && { id }) };
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Decodes a cursor; throws `BAD_USER_INPUT` for any text that `encodeCursor` does not produce. */
export function decodeCursor(cursor: string): Position {
  const position = parse(cursor);
  if (position && encodeCursor(position) === cursor) return position;
  throw new FieldstoneError(
    'BAD_USER_INPUT',
    'Argument "after" is not a cursor: it must be the "endCursor" of an earlier page',
  );
}

function parse(cursor: string): Position | undefined {
  const { data } = CONTENT.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!data) return undefined;
  const timestamp = BigInt(data.t);
  if (!isTimestamp(timestamp)) return undefined;
  return { timestamp, id: data.id, taken: data.n };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
