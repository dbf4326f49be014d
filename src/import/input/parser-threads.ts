import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { type BlockOptions, compileBlockParser, type ParsedBlock } from '../rows/parse-block.ts';
import type { parseOnThread } from '../rows/parse-on-thread.ts';
import type { Block } from './blocks.ts';

/** Each takes some 80 MB. */
const MAX_THREADS = 2;

/** A row is garbage when its bytes are taken: a larger young generation takes memory and no less time. */
const MAX_YOUNG_MB = 8;

/** Parses blocks on threads of their own; an input of a single block is parsed at once on this one. */
export class ParserThreads {
  readonly count = Math.min(MAX_THREADS, availableParallelism());
  readonly #options: BlockOptions;
  #pool: Piscina<Block, ReturnType<typeof parseOnThread>> | undefined;

  constructor(options: BlockOptions) {
    this.#options = options;
  }

  parseHere(block: Block): ParsedBlock {
    return compileBlockParser(this.#options)(block);
  }

  parse(block: Block): Promise<ParsedBlock> {
    this.#pool ??= this.#openPool();
    const transferList = block.bytes ? [block.bytes.buffer] : [];
    return this.#pool.run(block, { transferList });
  }

  #openPool() {
    // Threads, and this one, else grow to four times what they hold.
    setFlagsFromString('--heap-growing-percent=30');
    return new Piscina<Block, ReturnType<typeof parseOnThread>>({
      filename: new URL('../rows/parse-on-thread.ts', import.meta.url).href,
      name: 'parseOnThread',
      minThreads: this.count,
      maxThreads: this.count,
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}
