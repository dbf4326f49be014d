import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A row to stage. */
export interface RowText {
  /** Its timestamp in microseconds. */
  readonly micros: number;
  /** Its JSON text in the table's shape, without newlines and with no array absent. */
  readonly json: string;
}

/** Where a part of a run stands, and the times of its rows. */
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
const FRAME_CHARACTERS = 64 * 1024;

const FASTEST = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

/** Sorts rows and packs them; can run on any thread. */
export function packRun(rows: readonly RowText[]): PackedRun {
  const sorted = rows.toSorted((a, b) => b.micros - a.micros);
  const frames: Frame[] = [];
  const parts: Buffer[] = [];
  let first = 0;
  let characters = 0;
  for (const [i, { json }] of sorted.entries()) {
    characters += json.length;
    if (characters < FRAME_CHARACTERS && i + 1 < sorted.length) continue;
    const part = packFrame(sorted.slice(first, i + 1));
    frames.push(part.frame);
    parts.push(part.bytes);
    first = i + 1;
    characters = 0;
  }
  return { frames, bytes: Buffer.concat(parts) as Uint8Array<ArrayBuffer> };
}

function packFrame(rows: readonly RowText[]) {
  const body = Buffer.from(rows.map(({ json }) => `${json}\n`).join(''));
  const times = Float64Array.from(rows, ({ micros }) => micros);
  let end = 0;
  const ends = Uint32Array.from(rows, ({ json }) => {
    end += Buffer.byteLength(json) + 1;
    return end;
  });
  const all = Buffer.concat([Buffer.from(times.buffer), Buffer.from(ends.buffer), body]);
  const bytes = zstdCompressSync(all, FASTEST);
  const [newest = 0] = times;
  const oldest = times.at(-1) ?? 0;
  const unpackedLength = all.length;
  return {
    bytes,
    frame: { rows: rows.length, newest, oldest, length: bytes.length, unpackedLength },
  };
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
  // By default the output is put together from pieces of 16 kB, which takes three times as long.
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
