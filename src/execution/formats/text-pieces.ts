/** Characters of a piece; a megabyte takes about a millisecond to become bytes. */
const PIECE_LENGTH = 250_000;

/** Text that becomes bytes in pieces, each of which blocks the event loop for less than a millisecond. */
export class TextPieces {
  #text = '';

  /** Adds text; the bytes of a piece once there is enough for one. */
  add(text: string): Buffer | undefined {
    this.#text += text;
    return this.#text.length < PIECE_LENGTH ? undefined : this.rest();
  }

  /** The bytes of what no piece has yet. */
  rest(): Buffer {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    return bytes;
  }
}
