import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MAX_TIMESTAMP } from '#googlesql';
import { FieldstoneError } from '../../errors.ts';
import type { ArgumentValue, ArgumentValues } from '../arguments/arguments.ts';

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

/** Whether an id can be held by a cursor and sent to the engine as a parameter. */
export function fitsCursor(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0');
}

/** What a cursor is issued for: it continues this question and no other. */
export interface CursorScope {
  /** The endpoint's name. */
  readonly endpoint: string;
  readonly view: string;
  /** Coerced, with pins applied. */
  readonly arguments: ArgumentValues;
  /** The tenant that the key is pinned to. */
  readonly tenant: string | undefined;
  readonly redact: boolean;
}

/** Issues and reads the cursors of one question. */
export interface ScopedCursors {
  /** A cursor: `1.<position>.<HMAC-SHA-256>`, both in base64url. Its position can be read by its holder. */
  issue(position: Position): string;
  /** The position of a cursor; throws `BAD_USER_INPUT` for any text that was not issued for the question. */
  read(cursor: string): Position;
}

/** The cursors of a service. Without authentication a caller could compare hidden ids with texts of its choice. */
export class Cursors {
  readonly #keys: () => CursorKeys;

  /** `keys` is called for each cursor, since keys change while the process runs. */
  constructor(keys: () => CursorKeys) {
    this.#keys = keys;
  }

  /** The cursors of one question. */
  of(scope: CursorScope): ScopedCursors {
    const question = canonical(scope);
    return {
      issue: (position) => {
        const text = Buffer.from(positionText(position)).toString('base64url');
        return `${VERSION}.${text}.${macOf(this.#keys()[0], question, text)}`;
      },
      read: (cursor) => {
        const [, text = '', mac = ''] = FORM.exec(cursor) ?? [];
        // Every key is tried, whichever fits: the time tells nothing about the cursor.
        const fits = this.#keys().map((key) => isSame(mac, macOf(key, question, text)));
        if (!fits.includes(true)) throw notIssued();
        return parsePosition(Buffer.from(text, 'base64url').toString());
      },
    };
  }
}

/** Changes with the form of a cursor, and with what is authenticated. */
const VERSION = 1;

/** The code is base64url of 32 bytes. */
const FORM = new RegExp(String.raw`^${VERSION}\.([\w-]+)\.([\w-]{43})$`);

function macOf(key: Buffer, question: string, position: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([VERSION, question, position]))
    .digest('base64url');
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

type CanonicalArgument = readonly [name: string, type: string, value: string | readonly string[]];

/** JSON in which two questions differ if anything of them does; an argument has its type, so that 1 is not "1". */
function canonical({ endpoint, view, arguments: values, tenant, redact }: CursorScope): string {
  const arguments_ = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value, textsOf(value)] as const],
  );
  return JSON.stringify([endpoint, view, arguments_.sort(byName), tenant ?? null, redact]);
}

/** The elements of an array have one type. */
function textsOf(value: NonNullable<ArgumentValue>): string | readonly string[] {
  return typeof value === 'object' ? value.map(String) : String(value);
}

function byName([left]: CanonicalArgument, [right]: CanonicalArgument): number {
  return left < right ? -1 : 1;
}

/** The canonical text of a position. */
export function positionText({ timestamp, id, taken }: Position): string {
  return JSON.stringify([String(timestamp), taken, ...(id === undefined ? [] : [id])]);
}

/** The text is authentic, so that `positionText` has made it. */
function parsePosition(text: string): Position {
  const [timestamp, taken, id]: readonly [string, number, (string | null)?] = JSON.parse(text);
  return { timestamp: BigInt(timestamp), id, taken };
}

function notIssued(): FieldstoneError {
  return new FieldstoneError(
    'BAD_USER_INPUT',
    'Argument "after" is not a cursor of this question: it must be the "endCursor" of an earlier page, with the same arguments, key rights and redaction',
  );
}

/** The first key authenticates new cursors; a cursor of any of them is accepted. */
export type CursorKeys = readonly [Buffer, ...Buffer[]];

/** Bytes of a secret that is generated. */
const SECRET_BYTES = 32;

/** A new secret: 256 random bits in base64url. */
export function createCursorSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a stored text is a whole secret of `createCursorSecret`. */
export function isCursorSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Derives the key that authenticates cursors, so that a secret that is used elsewhere too stays separate. */
export function cursorKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fieldstone: key of cursors', SECRET_BYTES));
}

/** A key that no other process has. */
export function ownCursorKey(): Buffer {
  return cursorKey(createCursorSecret());
}
