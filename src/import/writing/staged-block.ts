import { constants as zlib, zstdCompressSync } from 'node:zlib';

/** Rows of a block as JSON lines in a frame of zstd. */
export interface StagedBlock {
  /** Empty if there are no rows. */
  readonly bytes: Uint8Array;
  /** Length of the lines. */
  readonly length: number;
  /** Length of the longest line. */
  readonly longest: number;
}

const FASTEST = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

const NEWLINE = 0x0a;

const INITIAL_BYTES = 1024 * 1024;

/** The most bytes that a unit of UTF-16 takes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Collects lines, and packs them at the end of a block, after which the next begins; can run on any thread. */
export class BlockPacker {
  // Bytes outside the heap: garbage collection of thousands of long-lived texts took a third of a thread's time.
  #body = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  #longest = 0;

  add(line: string): void {
    this.#reserve(line.length * MAX_UNIT_BYTES + 1);
    const written = this.#body.write(line, this.#length);
    this.#body[this.#length + written] = NEWLINE;
    this.#length += written + 1;
    this.#longest = Math.max(this.#longest, written + 1);
  }

  end(): StagedBlock {
    const lines = this.#body.subarray(0, this.#length);
    const bytes = lines.length === 0 ? lines : zstdCompressSync(lines, FASTEST);
    const block = { bytes, length: this.#length, longest: this.#longest };
    this.#length = 0;
    this.#longest = 0;
    return block;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#body.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#body.length));
    this.#body.copy(larger, 0, 0, this.#length);
    this.#body = larger;
  }
}
