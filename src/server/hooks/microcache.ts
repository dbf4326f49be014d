import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/caller.ts';
import { wantsRedaction } from './caller-of.ts';
import { keyInUrl } from './key-in-url.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; null where there is none. */
    bodyBytes: Buffer | null;
  }
  interface FastifyInstance {
    /** Undefined where answers are not kept. */
    readonly microcache: Microcache | undefined;
  }
}

/** An answer as a handler makes it; what hooks add is no part of it. */
export interface HandlerAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the final content coding; undefined for an answer without a body. */
  readonly bytes: Buffer | undefined;
}

/** A fresh hit of the result cache that an answer was made from. */
export interface FreshHit {
  /** When its age changes by a second or it stops being fresh, in microseconds since the epoch. */
  readonly expiresAt: bigint;
  /** Counts one more hit of the entry and marks it as used; false where it was replaced or evicted. */
  touch(): boolean;
}

/** How much a microcache holds. */
export interface MicrocacheLimits {
  readonly maxEntries: number;
  /** The sum of all keys and bodies. */
  readonly maxBytes: number;
}

/** The limits in production. */
export const MICROCACHE_LIMITS: MicrocacheLimits = { maxEntries: 2_000, maxBytes: 16_777_216 };

/** Longer request bodies are compared by nobody: reading them anew costs little beside receiving them. */
const MAX_BODY_BYTES = 16_384;

/** No answer is kept for longer, whatever its results say. In microseconds. */
const MAX_AGE = 1_000_000n;

interface Kept {
  readonly answer: HandlerAnswer;
  readonly expiresAt: bigint;
  readonly hits: readonly FreshHit[];
}

/**
 * Keeps finished answers for at most a second, behind authentication and limits.
 *
 * An answer is kept while every result in it is the same fresh cache entry of the same age. Its key is everything that
 * a handler's answer depends on, so that handlers may read nothing else of a request.
 */
export class Microcache {
  readonly #kept: LRUCache<string, Kept>;
  readonly #clock: () => bigint;
  readonly #callers = new WeakMap<Caller, number>();
  #lastCaller = 0;

  /** `clock` gives microseconds since the epoch. */
  constructor(clock: () => bigint, { maxEntries, maxBytes } = MICROCACHE_LIMITS) {
    this.#clock = clock;
    this.#kept = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, key) => 2 * key.length + (answer.bytes?.length ?? 0) + 1_000,
    });
  }

  /** The answer that is kept for an equal request of the same key. */
  find(request: FastifyRequest): HandlerAnswer | undefined {
    const key = this.#keyOf(request);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (!kept || key === undefined) return undefined;
    if (this.#clock() < kept.expiresAt && kept.hits.every((hit) => hit.touch())) {
      return kept.answer;
    }
    this.#kept.delete(key);
    return undefined;
  }

  /** Keeps an answer that was made from fresh hits alone; undefined stands for any other result. */
  keep(
    request: FastifyRequest,
    answer: HandlerAnswer,
    results: readonly (FreshHit | undefined)[],
  ): void {
    if ((answer.status !== 200 && answer.status !== 304) || results.length === 0) return;
    const hits = results.filter((result) => result !== undefined);
    const key = hits.length === results.length ? this.#keyOf(request) : undefined;
    if (key === undefined) return;
    let expiresAt = this.#clock() + MAX_AGE;
    for (const hit of hits) if (hit.expiresAt < expiresAt) expiresAt = hit.expiresAt;
    this.#kept.set(key, { answer, expiresAt, hits });
  }

  /** Forgets every answer, after a change that keys do not show. */
  clear(): void {
    this.#kept.clear();
  }

  #keyOf(request: FastifyRequest): string | undefined {
    const { method, url, headers, caller, bodyBytes } = request;
    if (!caller || (bodyBytes && bodyBytes.length > MAX_BODY_BYTES)) return undefined;
    // A key in the URL would be kept with it.
    if (keyInUrl(request) !== undefined) return undefined;
    const parts = [
      method,
      url,
      // A key file that was read anew makes new callers, whose rights may be others.
      this.#numberOf(caller),
      wantsRedaction(headers),
      headers.accept,
      headers['accept-encoding'],
      headers['if-none-match'],
      headers['content-type'],
      headers['content-encoding'],
    ];
    // No header value or URL can hold a line break or a NUL; a header that is empty is another than none.
    const head = parts.map((part) => part ?? '\0').join('\n');
    return `${head}\n${bodyBytes ? bodyBytes.toString('latin1') : ''}`;
  }

  #numberOf(caller: Caller): number {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    this.#lastCaller += 1;
    this.#callers.set(caller, this.#lastCaller);
    return this.#lastCaller;
  }
}

/** Sends what a handler made; its `Vary` is joined to the one that hooks set. */
export function sendHandlerAnswer(
  reply: FastifyReply,
  { status, headers, bytes }: HandlerAnswer,
): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.code(status).headers(headers);
  if (vary && headers['vary']) reply.header('vary', `${vary}, ${headers['vary']}`);
  return reply.send(bytes);
}
