import { wantsRedaction } from '../../http/caller-of.ts';
import type { Lane, ReadyAnswer } from '../../http/lanes.ts';
import type { Registry } from '../../run/registry.ts';
import { bodyParams } from './params.ts';
import { readyType } from './request.ts';
import type { Responder } from './responder.ts';

/** What a lane of the GraphQL path shares with its route. */
export interface GraphqlLaneOptions {
  readonly path: string;
  readonly responder: Responder;
  readonly registry: Registry;
  readonly clock: () => bigint;
}

/** Nobody waits for what is at hand. */
const NEVER = new AbortController().signal;

/** Answers operations that are sent as JSON, where their results are at hand. */
export function graphqlLane({ path, responder, registry, clock }: GraphqlLaneOptions): Lane {
  return ({ method = '', url, headers: asked }, caller, body) => {
    const type =
      url === path && method === 'POST' && readyType({ method, headers: asked, body: '' });
    if (!type) return undefined;
    const redact = wantsRedaction(asked);
    const context = { caller, registry, redact, now: clock(), signal: NEVER };
    const bytes = responder.answer({ text: body.toString(), params: bodyParams, context });
    return bytes && { status: 200, headers: headersFor(type), bytes };
  };
}

const headers = new Map<string, ReadyAnswer['headers']>();

/** One object for each media type, of which there are two. */
function headersFor(type: string): ReadyAnswer['headers'] {
  const known = headers.get(type) ?? { 'content-type': type, 'cache-control': 'no-store' };
  headers.set(type, known);
  return known;
}
