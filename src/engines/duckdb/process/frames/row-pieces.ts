import type { Row, Value } from '../../../../googlesql/index.ts';
import { NON_JSON_FLOATS, nonJsonFloatText } from '../../../../row-codec.ts';

/**
 * A value is sent as a sequence of small pieces: `[n]` starts an array of n members, `{s: n}` a text in n parts; `{i}`
 * and `{f}` are an integer and a float that JSON cannot represent.
 */
export type Piece =
  | null
  | boolean
  | number
  | string
  | readonly [length: number]
  | { readonly s: number }
  | { readonly i: string }
  | { readonly f: string };

/** UTF-16 units per part of a text. */
const PART_LENGTH = 16_384;

/** Splits a row into pieces, from which `RowBuilder` rebuilds it. */
export function* piecesOf(value: Value): Generator<Piece, void> {
  if (typeof value === 'string') yield* textPieces(value);
  else if (typeof value === 'bigint') yield { i: value.toString() };
  else if (typeof value === 'number') yield numberPiece(value);
  else if (Array.isArray(value)) {
    const members: readonly Value[] = value;
    yield [members.length];
    for (const member of members) yield* piecesOf(member);
  } else yield value as null | boolean; // The remaining members of `Value`.
}

function* textPieces(text: string): Generator<Piece, void> {
  if (text.length <= PART_LENGTH) return yield text;
  yield { s: Math.ceil(text.length / PART_LENGTH) };
  for (let at = 0; at < text.length; at += PART_LENGTH) yield text.slice(at, at + PART_LENGTH);
}

function numberPiece(value: number): Piece {
  const text = nonJsonFloatText(value);
  return text === undefined ? value : { f: text };
}

interface OpenArray {
  readonly members: Value[];
  readonly length: number;
}

/** Rebuilds a row from its pieces. */
export class RowBuilder {
  readonly #open: OpenArray[] = [];
  #text = '';
  #partsLeft = 0;

  /** Adds the next piece; returns the row if it is complete. */
  add(piece: Piece): Row | undefined {
    if (this.#partsLeft > 0) return this.#addPart(String(piece));
    if (Array.isArray(piece)) return this.#openArray(Number(piece[0]));
    if (piece === null || typeof piece !== 'object') return this.#close(piece);
    if ('s' in piece) {
      this.#text = '';
      this.#partsLeft = piece.s;
      return undefined;
    }
    if ('i' in piece) return this.#close(BigInt(piece.i));
    return 'f' in piece ? this.#close(NON_JSON_FLOATS[piece.f] ?? null) : undefined;
  }

  #addPart(part: string): Row | undefined {
    this.#text += part;
    this.#partsLeft -= 1;
    return this.#partsLeft === 0 ? this.#close(this.#text) : undefined;
  }

  #openArray(length: number): Row | undefined {
    if (length === 0 && this.#open.length > 0) return this.#close([]);
    this.#open.push({ members: [], length });
    return undefined;
  }

  #close(value: Value): Row | undefined {
    let closed = value;
    for (let array = this.#open.at(-1); array; array = this.#open.at(-1)) {
      array.members.push(closed);
      if (array.members.length < array.length) return undefined;
      this.#open.pop();
      closed = array.members;
    }
    return closed as Row; // The outermost array is the row.
  }
}
