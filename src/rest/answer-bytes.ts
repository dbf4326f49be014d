import type { Memo } from '../cache/memo.ts';
import type { RunResult } from '../run/runner.ts';
import { compress } from './compress.ts';
import type { Coding } from './content-coding.ts';
import { encodeResult } from './encode.ts';
import { tagBase } from './entity-tag.ts';

/** An answer as bytes, in every coding that somebody has asked for. */
export class AnswerBytes {
  readonly plain: Buffer;
  /** The answer's entity tags by coding, each with its quotation marks; undefined for one that is not kept. */
  readonly tags: Readonly<Record<Coding, string>> | undefined;
  readonly #coded = new Map<Coding, Promise<Buffer>>();
  readonly #ready = new Map<Coding, Buffer>();
  readonly #onCoded: ((coding: Coding, bytes: Buffer) => void) | undefined;

  /** `onCoded` is told of what the object holds beside `plain`; without it the object lives for one answer. */
  constructor(result: RunResult, onCoded?: (coding: Coding, bytes: Buffer) => void) {
    this.plain = Buffer.from(encodeResult(result.columns, result.rows));
    this.#ready.set('identity', this.plain);
    this.tags = result.lifetime && tagsOf(this.plain, result);
    this.#onCoded = onCoded;
  }

  /** The bytes in a coding, where they are there already. */
  ready(coding: Coding): Buffer | undefined {
    return this.#ready.get(coding);
  }

  /** Makes the bytes in a coding, once for everybody who asks. */
  async make(coding: Coding): Promise<Buffer> {
    const ready = this.#ready.get(coding);
    if (ready) return ready;
    const made = this.#coded.get(coding) ?? this.#compress(coding);
    this.#coded.set(coding, made);
    return made;
  }

  async #compress(coding: Coding): Promise<Buffer> {
    try {
      const bytes = await compress(this.plain, coding, this.#onCoded ? 'kept' : 'once');
      this.#ready.set(coding, bytes);
      this.#onCoded?.(coding, bytes);
      return bytes;
    } finally {
      this.#coded.delete(coding);
    }
  }
}

/** The bytes of a result: made once for each entry of the cache and each way to redact it. */
export function answerBytes(result: RunResult): AnswerBytes {
  const { memo } = result;
  if (!memo) return new AnswerBytes(result);
  const name = result.redacted ? 'rest, redacted' : 'rest';
  return memo.get<AnswerBytes>(name) ?? keep(name, memo, result);
}

function keep(name: string, memo: Memo, result: RunResult): AnswerBytes {
  const bytes = new AnswerBytes(result, (coding, { length }) => {
    memo.set(`${name}, ${coding}`, true, length);
  });
  memo.set(name, bytes, bytes.plain.length);
  return bytes;
}

function tagsOf(
  plain: Buffer,
  { columns, redacted, truncated }: RunResult,
): Readonly<Record<Coding, string>> {
  const base = tagBase(plain, ['json', JSON.stringify(columns), redacted, truncated]);
  return { identity: `"${base}"`, gzip: `"${base}-gzip"`, br: `"${base}-br"` };
}
