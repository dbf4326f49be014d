import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A row to stage. */
export interface RowText {
  /** Its timestamp in microseconds. */
  readonly micros: number;
  /** Its JSON text in the table's shape, without newlines and with no array absent. */
  readonly json: string;
}

/** Position of a frame in a run, and the times of its rows. */
export interface Frame {
  readonly rows: number;
  readonly newest: number;
  readonly oldest: number;
  /** Length of its compressed bytes, which follow those of the frame before. */
  readonly length: number;
  /** Length of the bytes when they are unpacked. */
  readonly unpackedLength: number;
}

/** Rows sorted newest first, in compressed frames that are unpacked one by one. */
export interface PackedRun {
  readonly frames: readonly Frame[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A merge holds one frame of each run that overlaps others: 300 runs of shuffled rows take some 100 MB. */
const FRAME_BYTES = 64 * 1024;

const FASTEST = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

const NEWLINE = 0x0a;

const INITIAL_BYTES = 1024 * 1024;

/** The most bytes that a unit of UTF-16 takes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Collects rows, and sorts and packs them at the end of a run, after which the next begins; can run on any thread. */
export class RunPacker {
  // Bytes outside the heap: garbage collection of thousands of long-lived texts took a third of a thread's time.
  #body = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  #times: number[] = [];
  #ends: number[] = [];

  add({ json, micros }: RowText): void {
    this.#reserve(json.length * MAX_UNIT_BYTES + 1);
    this.#length += this.#body.write(json, this.#length);
    this.#body[this.#length] = NEWLINE;
    this.#length += 1;
    this.#times.push(micros);
    this.#ends.push(this.#length);
  }

  end(): PackedRun {
    const frames: Frame[] = [];
    const parts: Buffer[] = [];
    for (const rows of this.#frames()) {
      const part = this.#pack(rows);
      frames.push(part.frame);
      parts.push(part.bytes);
    }
    this.#length = 0;
    this.#times = [];
    this.#ends = [];
    return { frames, bytes: Buffer.concat(parts) as Uint8Array<ArrayBuffer> };
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#body.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#body.length));
    this.#body.copy(larger, 0, 0, this.#length);
    this.#body = larger;
  }

  /** The numbers of the rows of each frame, newest first. */
  *#frames(): Generator<readonly number[]> {
    const times = this.#times;
    const order = Array.from(times.keys()).sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
    let first = 0;
    let bytes = 0;
    for (const [i, row] of order.entries()) {
      bytes += this.#lengthOf(row);
      if (bytes < FRAME_BYTES && i + 1 < order.length) continue;
      yield order.slice(first, i + 1);
      first = i + 1;
      bytes = 0;
    }
  }

  #lengthOf(row: number): number {
    return (this.#ends[row] ?? 0) - this.#startOf(row);
  }

  #startOf(row: number): number {
    return this.#ends[row - 1] ?? 0;
  }

  #pack(rows: readonly number[]) {
    const times = Float64Array.from(rows, (row) => this.#times[row] ?? 0);
    let end = 0;
    const ends = Uint32Array.from(rows, (row) => {
      end += this.#lengthOf(row);
      return end;
    });
    const bodyAt = times.byteLength + ends.byteLength;
    const all = Buffer.allocUnsafe(bodyAt + end);
    all.set(new Uint8Array(times.buffer));
    all.set(new Uint8Array(ends.buffer), times.byteLength);
    for (const [i, row] of rows.entries()) {
      this.#body.copy(all, bodyAt + (ends[i - 1] ?? 0), this.#startOf(row), this.#ends[row]);
    }
    const bytes = zstdCompressSync(all, FASTEST);
    const [newest = 0] = times;
    const oldest = times.at(-1) ?? 0;
    const unpackedLength = all.length;
    return {
      bytes,
      frame: { rows: rows.length, newest, oldest, length: bytes.length, unpackedLength },
    };
  }
}

/** The rows of a frame, newest first. */
export interface UnpackedFrame {
  readonly times: Float64Array;
  /** Where the row's line ends in `body`, its newline included. */
  readonly ends: Uint32Array;
  /** JSON lines. */
  readonly body: Buffer;
}

/** The least that zlib accepts. */
const MIN_CHUNK_BYTES = 64;

/** Unpacks the compressed bytes of a frame. */
export function unpackFrame(bytes: Uint8Array, { rows, unpackedLength }: Frame): UnpackedFrame {
  // By default zlib concatenates chunks of 16 kB, which takes three times as long.
  const chunkSize = Math.max(MIN_CHUNK_BYTES, unpackedLength);
  const all = zstdDecompressSync(bytes, { chunkSize });
  const endsAt = rows * Float64Array.BYTES_PER_ELEMENT;
  const bodyAt = endsAt + rows * Uint32Array.BYTES_PER_ELEMENT;
  // Copies, as the numbers may not be aligned.
  const copy = (from: number, to: number) => new Uint8Array(all.subarray(from, to)).buffer;
  return {
    times: new Float64Array(copy(0, endsAt)),
    ends: new Uint32Array(copy(endsAt, bodyAt)),
    body: all.subarray(bodyAt),
  };
}
