import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the first hook. */
    settings: ServerSettings | null;
  }
}

/** How many requests callers may send. */
export interface RateSettings {
  /** Default for keys whose record has no limit. */
  readonly requestsPerMinute: number;
  /** Requests per minute without a valid key, per address. */
  readonly refusalsPerMinute: number;
  /** Whether answers from the cache count. */
  readonly countCached: boolean;
}

/**
 * What may change while the server runs. An object is never changed, only replaced as a whole, and a request keeps to
 * the one it began with.
 */
export interface ServerSettings {
  readonly keys: Authenticator;
  /** Origins that browsers may call from; `*` is any. */
  readonly corsOrigins: readonly string[];
  /** Undefined: no limits. */
  readonly rates?: RateSettings | undefined;
  /** Endpoint names by legacy UUID; undefined: those that the routes were created with. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
}

/** The settings that a request began with; throws before the first hook. */
export function settingsIn({ settings }: FastifyRequest): ServerSettings {
  if (!settings) throw new Error('The request has no settings yet');
  return settings;
}
