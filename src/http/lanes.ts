import type { IncomingMessage } from 'node:http';
import type { Caller } from '../access/caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where doors say what they can answer without Fastify. */
    readonly lanes: Lanes;
  }
}

/** An answer whose bytes are at hand. */
export interface ReadyAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body. */
  readonly bytes: Buffer | undefined;
}

/**
 * Answers a request of a caller at once, or leaves it to its route, which would answer the same; a request for which
 * it throws is left to the route too.
 */
export type Lane = (
  request: IncomingMessage,
  caller: Caller,
  /** Empty for a request without one. */
  body: Buffer,
) => ReadyAnswer | undefined;

/** The ways past Fastify, each for the URLs with one prefix. */
export class Lanes {
  readonly #lanes: { readonly prefix: string; readonly lane: Lane }[] = [];

  add(prefix: string, lane: Lane): void {
    this.#lanes.push({ prefix, lane });
  }

  find(url: string): Lane | undefined {
    return this.#lanes.find(({ prefix }) => url.startsWith(prefix))?.lane;
  }
}
