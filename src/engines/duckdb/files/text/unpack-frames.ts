import type { Gunzip, ZstdDecompress } from 'node:zlib';

/** Unpacks one frame of zstd, or members of gzip that follow each other. */
type Unpacker = Gunzip | ZstdDecompress;

/**
 * Unpacks all frames of packed data, which `cat` and parallel packers write one after the other: Node's stream of zstd
 * ends with the first and drops what follows, that of gzip with the first zero after a member. Zeros between frames are
 * padding.
 */
export async function* unpackFrames(
  chunks: AsyncIterable<Buffer>,
  open: () => Unpacker,
): AsyncGenerator<Buffer> {
  const source = new Source(chunks);
  try {
    do {
      const stream = open();
      const fed = feed(stream, source);
      // Thrown below; until then it is not unhandled.
      fed.catch(() => undefined);
      yield* stream;
      await fed;
    } while (await source.skipZeros());
  } finally {
    // A reader of the beginning leaves the rest.
    await source.close();
  }
}

/** Bytes that are read once, but those that were not used. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer | undefined;
  #isClosed = false;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  putBack(rest: Buffer): void {
    this.#rest = rest;
  }

  async next(): Promise<Buffer | undefined> {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest) return rest;
    if (this.#isClosed) return undefined;
    const { done, value } = await this.#chunks.next();
    return done ? undefined : value;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#chunks.return?.();
  }

  /** Resolves with whether anything follows. */
  async skipZeros(): Promise<boolean> {
    for (let chunk = await this.next(); chunk; chunk = await this.next()) {
      const start = chunk.findIndex((byte) => byte !== 0);
      if (start < 0) continue;
      this.putBack(chunk.subarray(start));
      return true;
    }
    return false;
  }
}

/** Writes until the input or a frame in the middle of a chunk ends, of which the rest is put back. */
async function feed(stream: Unpacker, source: Source): Promise<void> {
  let total = 0;
  try {
    for (let chunk = await source.next(); chunk; chunk = await source.next()) {
      total += chunk.length;
      await write(stream, chunk);
      const unused = total - stream.bytesWritten;
      if (unused > 0) return source.putBack(chunk.subarray(chunk.length - unused));
    }
    stream.end();
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** At the end of a frame the stream ends, and its callback is not called. */
function write(stream: Unpacker, chunk: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once('close', resolve);
  stream.once('end', resolve);
  stream.write(chunk, () => resolve());
  return promise.finally(() => {
    stream.off('close', resolve);
    stream.off('end', resolve);
  });
}
