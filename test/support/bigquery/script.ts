import type { Answer, Exchange } from './exchange.ts';

/** What happens to a request instead of the normal answer; undefined means that nothing is left to send. */
export type Reply = (exchange: Exchange) => Promise<Answer | undefined>;

/** Requests and what happens to them. */
export interface Rule {
  /** The start of a route (`POST /queries`), or a test of the request. */
  readonly match: string | ((exchange: Exchange) => boolean);
  /** How many matching requests are left alone first. @default 0 */
  readonly after?: number;
  /** How many requests it then holds for. @default all */
  readonly times?: number;
  readonly reply: Reply;
}

/** The rules of a server; the first one that holds for a request is applied. */
export class Script {
  #rules: { readonly rule: Rule; matched: number }[] = [];

  /** Forgets all rules and takes these. */
  set(rules: readonly Rule[]): void {
    this.#rules = rules.map((rule) => ({ rule, matched: 0 }));
  }

  /** The reply to a request; asking counts as a match. */
  replyTo(exchange: Exchange): Reply | undefined {
    for (const entry of this.#rules) {
      if (!matches(entry.rule, exchange)) continue;
      entry.matched += 1;
      const { after = 0, times = Number.POSITIVE_INFINITY, reply } = entry.rule;
      if (entry.matched > after && entry.matched <= after + times) return reply;
    }
    return undefined;
  }
}

/** A route's name is followed by its end or by a name in it, so that `GET /jobs/{jobId}` is not `POST /jobs`. */
function matches({ match }: Rule, exchange: Exchange): boolean {
  if (typeof match === 'function') return match(exchange);
  return exchange.route === match;
}
