import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { MICROS_PER_DAY } from '../queries/time-range.ts';
import { dayOf } from '../store/day.ts';
import { mergeRuns, type Stretch } from './merge-runs.ts';
import type { Spool } from './spool.ts';

/** Rows of one day as a file of JSON lines, newest first. */
export interface Slice {
  readonly day: string;
  readonly path: string;
  readonly rows: number;
  /** The times of the first and the last row as they are stored, in microseconds. */
  readonly newest: number;
  readonly oldest: number;
  /** Bytes of the longest line. */
  readonly longest: number;
}

/** DuckDB sorts a slice by tenant, which must fit into memory: 30 000 edge rows took 90 MB more. */
const MAX_SLICE_ROWS = 12_000;

/** The same for long rows: 12 000 of 19 kB did not fit into the writer's memory. */
const MAX_SLICE_BYTES = 48 * 1024 * 1024;

const WRITE_BYTES = 1024 * 1024;

/** Cuts the rows of a spool into slices, newest first; `shift` is added to their times for finding the day only. */
export function* sliceRows(spool: Spool, folder: string, shift: bigint): Generator<Slice> {
  const moved = Number(shift);
  let number = 0;
  const open = (micros: number) => {
    number += 1;
    return new SliceFile(join(folder, `slice-${number}.ndjson`), micros);
  };
  let slice: SliceFile | undefined;
  for (const stretch of mergeRuns(spool)) {
    for (let from = stretch.from; from < stretch.to; ) {
      const micros = (stretch.frame.times[from] ?? 0) + moved;
      if (slice?.hasRoomFor(micros) === false) {
        yield slice.end();
        slice = undefined;
      }
      slice ??= open(micros);
      from = slice.add({ ...stretch, from }, moved);
    }
  }
  if (slice) yield slice.end();
}

/** A slice that is being written. */
class SliceFile {
  readonly #path: string;
  readonly #day: number;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #length = 0;
  #rows = 0;
  #bytes = 0;
  #longest = 0;
  readonly #newest: number;
  #oldest: number;

  constructor(path: string, micros: number) {
    this.#path = path;
    this.#newest = micros;
    this.#oldest = micros;
    this.#day = Math.floor(micros / MICROS_PER_DAY);
    this.#file = openSync(path, 'wx', 0o600);
  }

  hasRoomFor(micros: number): boolean {
    if (this.#rows >= MAX_SLICE_ROWS || this.#bytes >= MAX_SLICE_BYTES) return false;
    return Math.floor(micros / MICROS_PER_DAY) === this.#day;
  }

  /** Adds rows while there is room, at least one; returns the first that was not added. */
  add({ frame: { body, ends, times }, from, to }: Stretch, moved: number): number {
    const start = ends[from - 1] ?? 0;
    let end = start;
    let row = from;
    do {
      const next = ends[row] ?? 0;
      this.#longest = Math.max(this.#longest, next - end);
      this.#bytes += next - end;
      this.#rows += 1;
      end = next;
      row += 1;
    } while (row < to && this.hasRoomFor((times[row] ?? 0) + moved));
    this.#oldest = (times[row - 1] ?? 0) + moved;
    this.#append(body.subarray(start, end));
    return row;
  }

  end(): Slice {
    this.#flush();
    closeSync(this.#file);
    const day = dayOf(this.#day * MICROS_PER_DAY);
    return {
      day,
      path: this.#path,
      rows: this.#rows,
      newest: this.#newest,
      oldest: this.#oldest,
      longest: this.#longest,
    };
  }

  #append(bytes: Buffer): void {
    if (this.#length + bytes.length > WRITE_BYTES) this.#flush();
    if (bytes.length > WRITE_BYTES) this.#write(bytes);
    else this.#length += bytes.copy(this.#buffer, this.#length);
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }
}
