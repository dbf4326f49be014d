import type { OutputColumn, Row } from '../../../../googlesql/index.ts';
import { decodeRows, encodeRows } from '../../../../row-codec.ts';
import { MAX_FRAME_BYTES } from '../messages.ts';
import { floatTest } from './float-test.ts';
import { type Piece, piecesOf, RowBuilder } from './row-pieces.ts';

/** The kind of a frame, its first byte: plain rows, rows encoded for JSON, or pieces of a row larger than a frame. */
const PLAIN = 0x70;
const EXACT = 0x65;
const PIECES = 0x6c;

/** Rebuilding a row from pieces is slower than parsing rows, so such frames are smaller. */
const PIECES_BYTES = MAX_FRAME_BYTES / 4;

/** Rows encoded at once: in one call they take half the time of as many calls. */
const FIRST_BATCH = 32;
const MAX_BATCH = 256;

/** Encoded frames. */
type Frames = Generator<Uint8Array, void>;

/** Encodes rows into frames of at most `MAX_FRAME_BYTES`. */
export class FrameWriter {
  readonly #columns: readonly OutputColumn[];
  readonly #hasNonJsonFloat: (row: Row) => boolean;
  /** Rows expected to fill half a frame, after the size of the previous ones. */
  #batch = FIRST_BATCH;

  constructor(columns: readonly OutputColumn[]) {
    this.#columns = columns;
    this.#hasNonJsonFloat = floatTest(columns);
  }

  *write(rows: readonly Row[]): Frames {
    for (let at = 0; at < rows.length; ) {
      const batch = rows.slice(at, at + this.#batch);
      const bytes = this.#encode(batch);
      const isOver = bytes.length > MAX_FRAME_BYTES;
      if (isOver && batch.length > 1) {
        this.#batch = Math.floor(batch.length / 2);
        continue;
      }
      if (isOver) yield* longRow(batch[0] ?? []);
      else yield bytes;
      at += batch.length;
      const fitting = Math.floor((batch.length * MAX_FRAME_BYTES) / 2 / bytes.length);
      this.#batch = Math.min(Math.max(fitting, 1), MAX_BATCH);
    }
  }

  #encode(rows: readonly Row[]): Uint8Array {
    const text = rows.some(this.#hasNonJsonFloat) ? undefined : plainText(rows);
    if (text !== undefined) return frame(PLAIN, text);
    return frame(EXACT, JSON.stringify(encodeRows(this.#columns, rows)));
  }
}

/** Undefined for rows with a bigint: checking for one first would slow down all rows. */
function plainText(rows: readonly Row[]): string | undefined {
  try {
    return JSON.stringify(rows);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function* longRow(row: Row): Frames {
  let texts: string[] = [];
  let bytes = 0;
  for (const piece of piecesOf(row)) {
    const text = JSON.stringify(piece);
    texts.push(text);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes < PIECES_BYTES) continue;
    yield frame(PIECES, `[${texts.join(',')}]`);
    texts = [];
    bytes = 0;
  }
  if (texts.length > 0) yield frame(PIECES, `[${texts.join(',')}]`);
}

function frame(kind: number, json: string): Uint8Array {
  return Buffer.from(String.fromCharCode(kind) + json);
}

/** Decodes frames; one reader per statement, as a row may continue in the next frame. */
export class FrameReader {
  readonly #rows: Row[] = [];
  readonly #columns: readonly OutputColumn[];
  readonly #builder = new RowBuilder();

  constructor(columns: readonly OutputColumn[]) {
    this.#columns = columns;
  }

  read(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1).toString();
    // Trusted, as our own process wrote it.
    if (bytes[0] === PIECES) this.#readPieces(JSON.parse(text) as readonly Piece[]);
    else this.#readRows(JSON.parse(text) as readonly Row[], bytes[0] === EXACT);
  }

  /** All rows; throws an `Error` if they are not as many as were sent. */
  end(count: number): readonly Row[] {
    if (this.#rows.length === count) return this.#rows;
    throw new Error(`${this.#rows.length} of ${count} rows arrived`);
  }

  #readPieces(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const row = this.#builder.add(piece);
      if (row) this.#rows.push(row);
    }
  }

  #readRows(rows: readonly Row[], isExact: boolean): void {
    const decoded = isExact ? decodeRows(this.#columns, rows) : rows;
    if (!decoded) throw new Error('A frame has other rows than its columns');
    for (const row of decoded) this.#rows.push(row);
  }
}
