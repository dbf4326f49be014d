import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { FieldstoneError } from '../../errors.ts';
import { type RateLimiter, type Usage, WINDOW_SECONDS } from '../rate-limit/rate-limiter.ts';
import { networkOf } from './address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the request against the key's limit, if cached answers are not counted; undefined if it was counted
     * already.
     */
    takeForRun: (() => Promise<void>) | undefined;
  }
}

/** Limits and their counter. */
export interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Default for keys whose record has no limit. */
  readonly requestsPerMinute: number;
  /** Requests per minute without a valid key, per address. */
  readonly refusalsPerMinute: number;
  /** Whether answers from the cache count. */
  readonly countCached: boolean;
}

/** Limits requests per key, and those without a valid key per address; a valid key is not affected by the latter. */
export class RateLimits {
  readonly #options: RateLimitOptions;

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Counts a request without a valid key; throws `RATE_LIMITED` if its address has sent too many. */
  async countRefusal({ ip }: FastifyRequest): Promise<void> {
    const { limiter, refusalsPerMinute } = this.#options;
    const usage = await limiter.take(`address:${networkOf(ip)}`);
    if (usage.taken > refusalsPerMinute)
      throw tooMany('Too many requests without a valid key', usage);
  }

  /** Counts a request of a key and adds the rate limit headers; throws `RATE_LIMITED` at the limit. */
  countRequest(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.#options.countCached) return this.#take(caller, reply, 1);
    request.takeForRun = () => this.#take(caller, reply, 1);
    return this.#take(caller, reply, 0);
  }

  async #take(caller: Caller, reply: FastifyReply, amount: number): Promise<void> {
    const quota = caller.requestsPerMinute ?? this.#options.requestsPerMinute;
    const usage = await this.#options.limiter.take(`key:${caller.keyId}`, amount);
    addHeaders(reply, quota, usage);
    if (amount > 0 && usage.taken > quota) {
      throw tooMany(`This key may send ${quota} requests a minute`, usage);
    }
  }
}

/** Adds the headers of the IETF draft "RateLimit header fields for HTTP". */
function addHeaders(reply: FastifyReply, quota: number, usage: Usage): void {
  const left = Math.max(quota - usage.taken, 0);
  reply
    .header('RateLimit-Policy', `"default";q=${quota};w=${WINDOW_SECONDS}`)
    .header('RateLimit', `"default";r=${left};t=${secondsUntilReset(usage)}`);
}

function secondsUntilReset({ resetMs }: Usage): number {
  return Math.max(Math.ceil(resetMs / 1_000), 1);
}

function tooMany(what: string, usage: Usage): FieldstoneError {
  const seconds = secondsUntilReset(usage);
  return new FieldstoneError('RATE_LIMITED', `${what}; try again in ${seconds} s`, {
    headers: { 'Retry-After': `${seconds}` },
  });
}
