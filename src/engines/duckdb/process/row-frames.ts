import type { OutputColumn, Row } from '../../../googlesql/index.ts';
import { compileFrameCodec, type FrameCodec } from './frame-values.ts';
import { MAX_FRAME_BYTES } from './messages.ts';
import { type Piece, piecesOf, RowBuilder } from './row-pieces.ts';

/** The kind of a frame, its first byte: plain rows, rows encoded for JSON, or pieces of a row larger than a frame. */
const PLAIN = 0x70;
const EXACT = 0x65;
const PIECES = 0x6c;

/** Rebuilding a row from pieces is slower than parsing rows, so such frames are smaller. */
const PIECES_BYTES = MAX_FRAME_BYTES / 2;

/** Bytes around the rows of a frame: its kind and the brackets. */
const FRAME_OVERHEAD = 3;

/** Encoded frames. */
type Frames = Generator<Uint8Array, void>;

/** Encodes rows into frames of at most `MAX_FRAME_BYTES`. */
export class FrameWriter {
  readonly #codec: FrameCodec;

  constructor(columns: readonly OutputColumn[]) {
    this.#codec = compileFrameCodec(columns);
  }

  *write(rows: readonly Row[]): Frames {
    let kind = PLAIN;
    let texts: string[] = [];
    let bytes = 0;
    for (const row of rows) {
      const json = this.#json(row);
      const size = Buffer.byteLength(json.text) + 1;
      const isOver = bytes + size + FRAME_OVERHEAD > MAX_FRAME_BYTES;
      if (texts.length > 0 && (isOver || json.kind !== kind)) {
        yield frame(kind, texts);
        texts = [];
        bytes = 0;
      }
      if (size + FRAME_OVERHEAD > MAX_FRAME_BYTES) {
        yield* longRow(row);
        continue;
      }
      kind = json.kind;
      texts.push(json.text);
      bytes += size;
    }
    if (texts.length > 0) yield frame(kind, texts);
  }

  #json(row: Row): { readonly kind: number; readonly text: string } {
    const text = this.#codec.needsEncoding(row) ? undefined : plainText(row);
    if (text !== undefined) return { kind: PLAIN, text };
    return { kind: EXACT, text: JSON.stringify(this.#codec.encode(row)) };
  }
}

/** Undefined for a row with a bigint: checking for one first would slow down all rows. */
function plainText(row: Row): string | undefined {
  try {
    return JSON.stringify(row);
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
    yield frame(PIECES, texts);
    texts = [];
    bytes = 0;
  }
  if (texts.length > 0) yield frame(PIECES, texts);
}

function frame(kind: number, texts: readonly string[]): Uint8Array {
  return Buffer.from(`${String.fromCharCode(kind)}[${texts.join(',')}]`);
}

/** Decodes frames; one reader per statement, as a row may continue in the next frame. */
export class FrameReader {
  readonly rows: Row[] = [];
  readonly #columns: readonly OutputColumn[];
  readonly #builder = new RowBuilder();
  #codec: FrameCodec | undefined;

  constructor(columns: readonly OutputColumn[]) {
    this.#columns = columns;
  }

  read(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1).toString();
    // Trusted, as our own process wrote it.
    if (bytes[0] === PIECES) this.#readPieces(JSON.parse(text) as readonly Piece[]);
    else this.#readRows(JSON.parse(text) as readonly Row[], bytes[0] === EXACT);
  }

  #readPieces(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const row = this.#builder.add(piece);
      if (row) this.rows.push(row);
    }
  }

  #readRows(rows: readonly Row[], isExact: boolean): void {
    if (isExact) this.#codec ??= compileFrameCodec(this.#columns);
    for (const row of rows) this.rows.push(isExact && this.#codec ? this.#codec.decode(row) : row);
  }
}
