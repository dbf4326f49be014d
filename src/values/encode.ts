import type { OutputColumn, Row } from '#googlesql';
import { yieldToEventLoop } from '../async/yield-to-event-loop.ts';
import { type Format, JSON_FORMAT } from './formats.ts';
import { getOrInsertComputed } from './memory.ts';

/** Characters of a piece; a megabyte takes about a millisecond to become bytes. */
const PIECE_LENGTH = 250_000;

/** Collects text and encodes it in pieces, each of which blocks the event loop for less than a millisecond. */
export class TextPieces {
  #text = '';

  /** Adds text; returns the bytes of a piece once there is enough text for one. */
  add(text: string): Buffer | undefined {
    this.#text += text;
    return this.#text.length < PIECE_LENGTH ? undefined : this.rest();
  }

  /** The bytes of the text that is left. */
  rest(): Buffer {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    return bytes;
  }
}

/** Encoders by column list, which for a stored query is the same object in every run. */
const encoders = new WeakMap<readonly OutputColumn[], Map<Format['name'], (row: Row) => string>>();

/** Encodes rows in a format, in pieces that each block the event loop for about a millisecond. */
export async function* encodePieces(
  columns: readonly OutputColumn[],
  rows: readonly Row[],
  format: Format,
): AsyncGenerator<Buffer> {
  const encode = encoderOf(columns, format);
  const pieces = new TextPieces();
  pieces.add(format.start(columns));
  for (const [index, row] of rows.entries()) {
    await yieldToEventLoop();
    const piece = pieces.add(index === 0 ? encode(row) : `${format.between}${encode(row)}`);
    if (piece) yield piece;
  }
  pieces.add(format.end);
  yield pieces.rest();
}

/** The rows of an answer, encoded in a format. */
export async function encodeResult(
  columns: readonly OutputColumn[],
  rows: readonly Row[],
  format: Format = JSON_FORMAT,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of encodePieces(columns, rows, format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function encoderOf(columns: readonly OutputColumn[], format: Format): (row: Row) => string {
  const byFormat = getOrInsertComputed(encoders, columns, () => new Map());
  return getOrInsertComputed(byFormat, format.name, () => format.compile(columns));
}
