import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { FieldstoneError } from '../../errors.ts';
import { type RateLimiter, type Usage, WINDOW_SECONDS } from '../../request/rate-limiter.ts';
import { type RateSettings, settingsIn } from '../../request/settings.ts';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Some proxies write the client's port into `X-Forwarded-For`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** The rate-limited part of an address: all of an IPv4 address, the first 64 bits of an IPv6 one. */
export function networkOf(client: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(client) ?? [];
  const address = bracketed ?? dotted ?? client;
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  // `::` stands for zeros; only the first four groups matter.
  const inside = right === undefined ? 0 : 8 - groups.length - right.split(':').length;
  const all = [
    ...groups,
    ...Array<string>(Math.max(inside, 0)).fill('0'),
    ...(right ?? '').split(':'),
  ];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Charges the rate limit when the request misses the cache. Unset if cached answers are charged too. */
    chargeOnMiss: (() => void) | undefined;
  }
}

/**
 * Limits requests per key, and those without a valid key per address; a valid key is not affected by the latter. The
 * settings of each request have the limits.
 */
export class RateLimits {
  readonly #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** Counts a request without a valid key; throws `RATE_LIMITED` if its address has sent too many. */
  countRefusal(request: FastifyRequest): void {
    const { rates } = settingsIn(request);
    if (!rates) return;
    const usage = this.#limiter.take(`address:${networkOf(request.ip)}`);
    if (usage.taken > rates.refusalsPerMinute)
      throw tooMany('Too many requests without a valid key', usage);
  }

  /** Counts a request of a key and adds the rate limit headers; throws `RATE_LIMITED` at the limit. */
  countRequest(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
    const { rates } = settingsIn(request);
    if (!rates) return;
    const take = (amount: number) => this.#take(caller, rates, reply, amount);
    if (!rates.countCached) request.chargeOnMiss = () => take(1);
    take(rates.countCached ? 1 : 0);
  }

  #take(caller: Caller, rates: RateSettings, reply: FastifyReply, amount: number): void {
    const quota = caller.requestsPerMinute ?? rates.requestsPerMinute;
    const usage = this.#limiter.take(`key:${caller.keyId}`, amount);
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
    .header('ratelimit-policy', `"default";q=${quota};w=${WINDOW_SECONDS}`)
    .header('ratelimit', `"default";r=${left};t=${secondsUntilReset(usage)}`);
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
