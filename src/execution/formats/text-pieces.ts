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
