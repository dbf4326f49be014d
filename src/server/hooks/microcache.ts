import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/caller.ts';
import type { CacheHit, FreshHit } from '../../cache-hit.ts';
import type { RunRecord } from '../run-record.ts';
import type { ServerSettings } from '../settings.ts';
import { wantsRedaction } from './caller-of.ts';
import { keyInUrl } from './key-in-url.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; null if there is none. */
    bodyBytes: Buffer | null;
  }
  interface FastifyInstance {
    /** Undefined if answers are not kept. */
    readonly microcache: Microcache | undefined;
  }
}

/** An answer as a handler makes it, without what hooks add. */
export interface HandlerAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the final content coding; undefined for an answer without a body. */
  readonly bytes: Buffer | undefined;
}

/** Size limits of a microcache. */
export interface MicrocacheLimits {
  readonly maxEntries: number;
  /** Sum of all keys and bodies. */
  readonly maxBytes: number;
}

/** The production limits. */
const MICROCACHE_LIMITS: MicrocacheLimits = { maxEntries: 2_000, maxBytes: 16_777_216 };

/** Longer request bodies are not cached: parsing them again costs little compared with receiving them. */
const MAX_BODY_BYTES = 16_384;

/** Maximum age of an answer, in microseconds. */
const MAX_AGE = 1_000_000n;

/** A finished answer with what its request ran. */
export interface KeptAnswer {
  readonly answer: HandlerAnswer;
  readonly ran: RunRecord | undefined;
}

/** Options of `Microcache`. */
export interface MicrocacheOptions {
  /** Those in force. */
  readonly settings: () => ServerSettings;
  readonly limits?: MicrocacheLimits;
}

interface Entry extends KeptAnswer {
  /** In microseconds since the epoch, as `expiresAt` is: a clock that was set back is before it. */
  readonly keptAt: bigint;
  readonly expiresAt: bigint;
  readonly hits: readonly CacheHit[];
}

/**
 * Keeps finished answers for at most a second, behind authentication and rate limits.
 *
 * An answer is kept while every result in it is the same fresh cache entry at the same age in seconds. Its key contains
 * every part of the request that a handler's answer may depend on; labels of jobs, for one, decide no answer. All answers
 * go when the settings change; a request that began with others neither finds nor keeps one.
 */
export class Microcache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #clock: () => bigint;
  readonly #settings: () => ServerSettings;
  #lastSettings: ServerSettings | undefined;
  readonly #callers = new WeakMap<Caller, number>();
  #lastCaller = 0;

  /** `clock` gives microseconds since the epoch. */
  constructor(clock: () => bigint, { settings, limits = MICROCACHE_LIMITS }: MicrocacheOptions) {
    const { maxEntries, maxBytes } = limits;
    this.#clock = clock;
    this.#settings = settings;
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, key) => 2 * key.length + (answer.bytes?.length ?? 0) + 1_000,
    });
  }

  /** The kept answer to an equal request of the same caller. */
  find(request: FastifyRequest): KeptAnswer | undefined {
    const key = this.#keyOf(request);
    const kept = key === undefined ? undefined : this.#entries.get(key);
    if (!kept || key === undefined) return undefined;
    const now = this.#clock();
    const isCurrent = kept.keptAt <= now && now < kept.expiresAt;
    if (!isCurrent || !kept.hits.every((hit) => hit.isKept())) {
      this.#entries.delete(key);
      return undefined;
    }
    // Only now: a request that goes on to its handler counts its hits there.
    for (const hit of kept.hits) hit.touch();
    return kept;
  }

  /** Keeps an answer if all its results are fresh hits; undefined stands for any other result. */
  keep(
    request: FastifyRequest,
    answer: HandlerAnswer,
    results: readonly (FreshHit | undefined)[],
  ): void {
    if ((answer.status !== 200 && answer.status !== 304) || results.length === 0) return;
    const fresh = results.filter((result) => result !== undefined);
    const key = fresh.length === results.length ? this.#keyOf(request) : undefined;
    if (key === undefined) return;
    const keptAt = this.#clock();
    let expiresAt = keptAt + MAX_AGE;
    for (const result of fresh) if (result.expiresAt < expiresAt) expiresAt = result.expiresAt;
    const hits = fresh.map(({ hit }) => hit);
    this.#entries.set(key, { answer, ran: request.ran?.kept(), keptAt, expiresAt, hits });
  }

  #keyOf(request: FastifyRequest): string | undefined {
    const { method, url, headers, caller, bodyBytes } = request;
    if (!this.#isCurrent(request)) return undefined;
    if (!caller || (bodyBytes && bodyBytes.length > MAX_BODY_BYTES)) return undefined;
    // A key in the URL would be stored as part of the cache key.
    if (keyInUrl(request) !== undefined) return undefined;
    const parts = [
      method,
      url,
      // A reloaded key file makes new callers, whose rights may differ.
      this.#numberOf(caller),
      wantsRedaction(headers),
      headers.accept,
      headers['accept-encoding'],
      headers['if-none-match'],
      headers['content-type'],
      headers['content-encoding'],
    ];
    // Header values and URLs contain no line break or NUL; an empty header differs from an absent one.
    const head = parts.map((part) => part ?? '\0').join('\n');
    return `${head}\n${bodyBytes ? bodyBytes.toString('latin1') : ''}`;
  }

  /** Whether the request began with the settings in force; answers of earlier ones are dropped. */
  #isCurrent(request: FastifyRequest): boolean {
    const current = this.#settings();
    if (current !== this.#lastSettings) {
      this.#entries.clear();
      this.#lastSettings = current;
    }
    return request.settings === current;
  }

  #numberOf(caller: Caller): number {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    this.#lastCaller += 1;
    this.#callers.set(caller, this.#lastCaller);
    return this.#lastCaller;
  }
}

/** Sends a handler's answer. */
export function sendHandlerAnswer(
  reply: FastifyReply,
  { status, headers, bytes }: HandlerAnswer,
): FastifyReply {
  return addHandlerHeaders(reply.code(status), headers).send(bytes);
}

/** Adds a handler's headers; its `Vary` is appended to that of the hooks. */
export function addHandlerHeaders(
  reply: FastifyReply,
  headers: HandlerAnswer['headers'],
): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.headers(headers);
  if (vary && headers['vary']) reply.header('vary', `${vary}, ${headers['vary']}`);
  return reply;
}
