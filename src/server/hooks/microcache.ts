import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/caller.ts';
import type { CacheHit, FreshHit } from '../../cache/entry.ts';
import { keyInUrl } from '../../request/caller.ts';
import { wantsRedaction } from '../../request/headers.ts';
import type { ServerSettings } from '../../request/settings.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { codedAnswer } from '../compression.ts';
import type { HandlerAnswer } from '../handler-answer.ts';
import { addServerTiming, type RunRecord } from '../run-record.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once it was looked up; undefined for a request whose answer is not cached. */
    microcacheKey: string | undefined;
  }
  interface FastifyContextConfig {
    /**
     * What is cached of the route: finished `answers`, which are sent before its handler, or `parts`, which the handler
     * finds and stores without a content coding, under its own `bodyBytes`.
     *
     * @default 'answers'
     */
    microcache?: 'answers' | 'parts';
  }
  interface FastifyInstance {
    /** Undefined if answers are not cached. */
    readonly microcache: Microcache | undefined;
  }
}

const MAX_ENTRIES = 2_000;

/** Sum of all keys and answers, and what entries take beside them. */
const MAX_BYTES = 16_777_216;
const ENTRY_BYTES = 1_000;

/** Longer request bodies are not cached: parsing them again costs little compared with receiving them. */
const MAX_BODY_BYTES = 16_384;

/** Stands for a header that was not sent, which differs from an empty one; no header contains it. */
const ABSENT = '\0';

/** Maximum age of an answer, in microseconds. */
const MAX_AGE = 1_000_000n;

/** A finished answer with what its request ran. */
export interface CachedAnswer {
  readonly answer: HandlerAnswer;
  readonly ran: RunRecord | undefined;
}

/** Notes for the log line and the metrics what a cached answer is made of. */
export function noteCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { ran }: CachedAnswer,
): void {
  request.ran = ran ?? null;
  if (ran) addServerTiming(reply, ran.phases);
}

interface CachedEntry extends CachedAnswer {
  /** In microseconds since the epoch, as `expiresAt` is: a clock that was set back is before it. */
  readonly storedAt: bigint;
  readonly expiresAt: bigint;
  readonly hits: readonly CacheHit[];
}

/**
 * Caches finished answers for at most a second, behind authentication and rate limits.
 *
 * An answer is cached while every result in it is the same fresh cache entry at the same age in seconds. Its key contains
 * every part of the request that a handler's answer may depend on, and the version of project and data when it began.
 * All answers are dropped when either changes, or the settings; a request that began with earlier settings neither finds
 * nor stores one.
 */
export class Microcache {
  readonly #entries: LRUCache<string, CachedEntry>;
  readonly #clock: () => bigint;
  readonly #settings: () => ServerSettings;
  readonly #dataVersion: () => number | string | undefined;
  #lastSettings: ServerSettings | undefined;
  #lastVersion: number | string | undefined;
  readonly #callers = new WeakMap<Caller, number>();
  #lastCaller = 0;

  /**
   * `clock` gives microseconds since the epoch, `settings` those in force, `dataVersion` what changes with the project
   * that is served and with its data.
   */
  constructor(
    clock: () => bigint,
    settings: () => ServerSettings,
    dataVersion: () => number | string | undefined,
  ) {
    this.#clock = clock;
    this.#settings = settings;
    this.#dataVersion = dataVersion;
    this.#entries = new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ answer: { bytes } }, key) =>
        ENTRY_BYTES + key.length + (bytes?.length ?? 0),
    });
  }

  /** The cached answer to an equal request of the same caller. */
  find(request: FastifyRequest): CachedAnswer | undefined {
    const key = this.#keyOf(request);
    request.microcacheKey = key;
    if (key === undefined) return undefined;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const now = this.#clock();
    const isCurrent = entry.storedAt <= now && now < entry.expiresAt;
    if (!isCurrent || !entry.hits.every((hit) => hit.isCached())) {
      this.#entries.delete(key);
      return undefined;
    }
    // Only now: a request that goes on to its handler counts its hits there.
    for (const hit of entry.hits) hit.touch();
    return entry;
  }

  /**
   * Stores an answer if all its results are fresh hits; undefined stands for any other result. Returns the answer as it
   * is stored, or as it was.
   */
  store(
    request: FastifyRequest,
    answer: HandlerAnswer,
    results: readonly (FreshHit | undefined)[],
  ): HandlerAnswer {
    if ((answer.status !== 200 && answer.status !== 304) || results.length === 0) return answer;
    const fresh = results.filter((result) => result !== undefined);
    if (fresh.length < results.length) return answer;
    const key = request.microcacheKey;
    if (key === undefined || !this.#isCurrent(request)) return answer;
    const storedAt = this.#clock();
    let expiresAt = storedAt + MAX_AGE;
    for (const result of fresh) if (result.expiresAt < expiresAt) expiresAt = result.expiresAt;
    const hits = fresh.map(({ hit }) => hit);
    const isPart = request.routeOptions.config.microcache === 'parts';
    const coded = isPart ? answer : codedAnswer(answer, request.headers);
    const ran = request.ran?.cached();
    this.#entries.set(key, { answer: coded, ran, storedAt, expiresAt, hits });
    return coded;
  }

  /** Undefined for a request whose answer is not cached. */
  #keyOf(request: FastifyRequest): string | undefined {
    const { method, url, headers, caller, bodyBytes } = request;
    if (!this.#isCurrent(request)) return undefined;
    if (!caller || (bodyBytes && bodyBytes.length > MAX_BODY_BYTES)) return undefined;
    // A key in the URL would be stored as part of the cache key.
    if (keyInUrl(request) !== undefined) return undefined;
    const {
      accept = ABSENT,
      'accept-encoding': codings = ABSENT,
      'if-none-match': tags = ABSENT,
      'content-type': type = ABSENT,
      'content-encoding': coding = ABSENT,
    } = headers;
    // Labels of jobs are not part of it: no answer shows them. Header values and URLs contain no line break.
    const who = `${this.#numberOf(caller)}\n${this.#lastVersion}`;
    const head = `${method}\n${url}\n${who}\n${wantsRedaction(headers)}`;
    // Latin-1: each byte is a character, so that different bodies are different texts.
    const body = bodyBytes ? `\n${bodyBytes.toString('latin1')}` : '';
    return `${head}\n${accept}\n${codings}\n${tags}\n${type}\n${coding}${body}`;
  }

  /** Whether the request began with the settings in force; answers of earlier ones, and of earlier data, are dropped. */
  #isCurrent(request: FastifyRequest): boolean {
    const current = this.#settings();
    const version = this.#dataVersion();
    if (current !== this.#lastSettings || version !== this.#lastVersion) {
      // Answers retain what made them.
      this.#entries.clear();
      this.#lastSettings = current;
      this.#lastVersion = version;
    }
    return request.settings === current;
  }

  /** A number for each object: a reloaded key file makes new callers of the same keys, whose rights may differ. */
  #numberOf(caller: Caller): number {
    return getOrInsertComputed(this.#callers, caller, () => ++this.#lastCaller);
  }
}
