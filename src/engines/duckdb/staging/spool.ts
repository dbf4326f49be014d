import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Frame, type PackedRun, type UnpackedFrame, unpackFrame } from './packed-run.ts';

/** A frame in the spool file. */
export interface SpooledFrame extends Frame {
  readonly offset: number;
}

/** A run in the spool file, newest frame first. */
export type SpooledRun = readonly SpooledFrame[];

/** Runs of sorted rows in one temporary file; only the places of their frames are in memory. */
export class Spool {
  readonly runs: SpooledRun[] = [];
  readonly #file: FileHandle;
  readonly #path: string;
  #length = 0;
  #reader: number | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<Spool> {
    return new Spool(path, await open(path, 'wx', 0o600));
  }

  async add({ bytes, frames }: PackedRun): Promise<void> {
    let offset = this.#length;
    this.#length += bytes.length;
    const run = frames.map((frame) => {
      const spooled = { ...frame, offset };
      offset += frame.length;
      return spooled;
    });
    if (run.length === 0) return;
    this.runs.push(run);
    for (let at = 0; at < bytes.length; ) {
      const place = (run[0]?.offset ?? 0) + at;
      at += (await this.#file.write(bytes, at, bytes.length - at, place)).bytesWritten;
    }
  }

  read(frame: SpooledFrame): UnpackedFrame {
    this.#reader ??= openSync(this.#path, 'r');
    const { length, offset } = frame;
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const count = readSync(this.#reader, bytes, at, length - at, offset + at);
      if (count === 0) throw new Error('The file of staged rows was cut short');
      at += count;
    }
    return unpackFrame(bytes, frame);
  }

  async close(): Promise<void> {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
    await this.#file.close();
  }
}
