import type { Row } from '../googlesql/value.ts';
import { InFlight } from '../in-flight.ts';
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
  readonly #coded = new InFlight<Coding, Buffer>();
  readonly #ready = new Map<Coding, Buffer>();
  readonly #onCoded: ((coding: Coding, bytes: Buffer) => void) | undefined;

  /** `onCoded` is told of what the object holds beside `plain`; without it the object lives for one answer. */
  constructor(
    plain: Buffer,
    tags: AnswerBytes['tags'],
    onCoded?: (coding: Coding, bytes: Buffer) => void,
  ) {
    this.plain = plain;
    this.tags = tags;
    this.#ready.set('identity', plain);
    this.#onCoded = onCoded;
  }

  /** The bytes in a coding, where they are there already. */
  ready(coding: Coding): Buffer | undefined {
    return this.#ready.get(coding);
  }

  /** Makes the bytes in a coding, once for everybody who asks. */
  async make(coding: Coding): Promise<Buffer> {
    return this.#ready.get(coding) ?? this.#coded.share(coding, () => this.#compress(coding));
  }

  async #compress(coding: Coding): Promise<Buffer> {
    const bytes = await compress(this.plain, coding, this.#onCoded ? 'kept' : 'once');
    this.#ready.set(coding, bytes);
    this.#onCoded?.(coding, bytes);
    return bytes;
  }
}

/** By rows; redacted ones without text to hide are the same as those that are not, but have tags of their own. */
const making = {
  redacted: new InFlight<readonly Row[], AnswerBytes>(),
  open: new InFlight<readonly Row[], AnswerBytes>(),
};

/** The bytes of a result, where they were made before. */
export function knownBytes(result: RunResult): AnswerBytes | undefined {
  return result.memo?.get<AnswerBytes>(nameOf(result));
}

/** The bytes of a result: made once for each entry of the cache and each way to redact it. */
export function makeBytes(result: RunResult): Promise<AnswerBytes> {
  return making[result.redacted ? 'redacted' : 'open'].share(result.rows, () => makeNew(result));
}

async function makeNew(result: RunResult): Promise<AnswerBytes> {
  const { columns, lifetime, memo, rows } = result;
  const plain = Buffer.from(await encodeResult(columns, rows));
  const tags = lifetime && tagsOf(plain, result);
  if (!memo) return new AnswerBytes(plain, tags);
  const name = nameOf(result);
  const bytes = new AnswerBytes(plain, tags, (coding, { length }) => {
    memo.set(`${name}, ${coding}`, true, length);
  });
  memo.set(name, bytes, plain.length);
  return bytes;
}

function nameOf({ redacted }: RunResult): string {
  return redacted ? 'rest, redacted' : 'rest';
}

function tagsOf(
  plain: Buffer,
  { columns, redacted, truncated }: RunResult,
): Readonly<Record<Coding, string>> {
  const base = tagBase(plain, ['json', JSON.stringify(columns), redacted, truncated]);
  return { identity: `"${base}"`, gzip: `"${base}-gzip"`, br: `"${base}-br"` };
}
