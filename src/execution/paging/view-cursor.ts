import { z } from 'zod';
import { FieldstoneError } from '../../errors.ts';

/**
 * A place between two rows of a view, whose order is by timestamp, then id, both descending.
 *
 * It lies behind all rows that are newer than `timestamp`, behind the rows of that very moment up to `id`, and behind
 * `taken` more rows of that moment. Counting is for rows that nothing else tells apart.
 */
export interface Position {
  /** Microseconds since the epoch. */
  readonly timestamp: bigint;
  /** Undefined: behind no row of the moment. Null: behind all of them, for NULL ids come last. */
  readonly id: string | null | undefined;
  readonly taken: number;
}

/** 9999-12-31T23:59:59.999999Z and 0001-01-01T00:00:00Z, between which every TIMESTAMP lies. */
const END_OF_TIME = 253_402_300_799_999_999n;
const BEGIN_OF_TIME = -62_135_596_800_000_000n;

/** Before the first row of any view. */
export const START: Position = { timestamp: END_OF_TIME, id: undefined, taken: 0 };

/** So many rows can be counted; they are read again for each page that begins behind them. */
export const MAX_TAKEN = 10_000;

const CONTENT = z.strictObject({
  t: z.string().regex(/^-?\d{1,18}$/),
  n: z.int().min(0).max(MAX_TAKEN),
  id: z.string().refine(fitsCursor).nullable().optional(),
});

/** Whether a cursor can hold an id and a parameter can carry it to the engine. */
export function fitsCursor(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0');
}

/** The position as text that callers should not read. */
export function encodeCursor({ timestamp, id, taken }: Position): string {
  const content = { t: String(timestamp), n: taken, ...(id !== undefined && { id }) };
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** The position that a text stands for; `BAD_USER_INPUT` for every text that `encodeCursor` does not make. */
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
  if (timestamp < BEGIN_OF_TIME || timestamp > END_OF_TIME) return undefined;
  return { timestamp, id: data.id, taken: data.n };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
