import type { Row } from '#googlesql';
import { InFlight } from '../../async/in-flight.ts';
import type { RunResult } from '../../execution/run-result.ts';
import { compress } from '../../server/compression.ts';
import type { Coding } from '../../server/content-coding.ts';
import { encodeResult } from '../../values/encode.ts';
import type { Format } from '../../values/formats.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { tagBase } from './cache-headers.ts';

/** Estimated overhead of an answer's objects, beside its bytes. */
const ANSWER_BYTES = 1_000;
/** Estimated overhead of one more buffer, beside its bytes. */
const BUFFER_BYTES = 400;

/** Compressions in progress. */
const compressing = new InFlight<string, Buffer>();
let answers = 0;

/** An encoded answer, with each content coding that was requested so far. */
export class AnswerBytes {
  readonly plain: Buffer;
  readonly #number = ++answers;
  readonly #tag: string | undefined;
  readonly #onCoded: ((coding: Coding, bytes: number) => void) | undefined;
  readonly #coded: Partial<Record<Coding, Buffer>> = {};

  /** `onCoded` reports memory held beside `plain`; without it nothing is cached, as the object serves one answer. */
  constructor(
    plain: Buffer,
    tag: string | undefined,
    onCoded?: (coding: Coding, bytes: number) => void,
  ) {
    this.plain = plain;
    this.#tag = tag;
    this.#onCoded = onCoded;
  }

  /** Whether the answer has entity tags; answers that are not cached have none. */
  get isTagged(): boolean {
    return this.#tag !== undefined;
  }

  /** The entity tag for a content coding, with its quotation marks. */
  tag(coding: Coding): string | undefined {
    if (this.#tag === undefined) return undefined;
    return coding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${coding}"`;
  }

  /** The bytes in a content coding, if they exist already. */
  get(coding: Coding): Buffer | undefined {
    return coding === 'identity' ? this.plain : this.#coded[coding];
  }

  /** Encodes the bytes in a content coding; concurrent calls share the work. */
  async encode(requested: Coding): Promise<Buffer> {
    const existing = this.get(requested);
    if (existing) return existing;
    return compressing.share(`${this.#number} ${requested}`, () => this.#compress(requested));
  }

  async #compress(coding: Coding): Promise<Buffer> {
    const bytes = await compress(this.plain, coding, this.#onCoded ? 'cached' : 'once');
    if (!this.#onCoded) return bytes;
    this.#coded[coding] = bytes;
    this.#onCoded(coding, BUFFER_BYTES + bytes.length);
    return bytes;
  }
}

/** By format and rows. Redacted rows may be identical to the unredacted ones, but have other entity tags. */
const encoding = new Map<string, InFlight<readonly Row[], AnswerBytes>>();

/** The encoded bytes of a result, if they exist already. */
export function cachedBody(result: RunResult, format: Format): AnswerBytes | undefined {
  return result.derived?.get<AnswerBytes>(nameOf(result, format));
}

/** Encodes a result; once per cache entry, format and redaction. */
export function encodeBody(result: RunResult, format: Format): Promise<AnswerBytes> {
  const name = nameOf(result, format);
  const inFlight = getOrInsertComputed(encoding, name, () => new InFlight());
  return inFlight.share(result.rows, () => encodeNew(result, format));
}

async function encodeNew(result: RunResult, format: Format): Promise<AnswerBytes> {
  const { columns, lifetime, derived, rows } = result;
  const plain = await encodeResult(columns, rows, format);
  const tag = lifetime && (await tagOf(plain, result, format));
  if (!derived) return new AnswerBytes(plain, tag);
  const name = nameOf(result, format);
  const bytes = new AnswerBytes(plain, tag, (coded, length) => {
    derived.set(`${name}, ${coded}`, true, length);
  });
  derived.set(name, bytes, ANSWER_BYTES + plain.length);
  return bytes;
}

function nameOf({ redacted }: RunResult, { name }: Format): string {
  return redacted ? `rest ${name}, redacted` : `rest ${name}`;
}

function tagOf(
  plain: Buffer,
  { columns, redacted, truncated }: RunResult,
  { name }: Format,
): Promise<string> {
  return tagBase(plain, [name, JSON.stringify(columns), redacted, truncated]);
}
