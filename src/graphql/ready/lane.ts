import { wantsRedaction } from '../../http/caller-of.ts';
import type { Lane } from '../../http/lanes.ts';
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
  return ({ method = '', url, headers }, caller, body) => {
    const type = url === path && method === 'POST' && readyType({ method, headers, body: '' });
    if (!type) return undefined;
    const redact = wantsRedaction(headers);
    const context = { caller, registry, redact, now: clock(), signal: NEVER };
    const bytes = responder.answer({ text: body.toString(), params: bodyParams, context });
    const sent = { 'content-type': type, 'cache-control': 'no-store' };
    return bytes && { status: 200, headers: sent, bytes };
  };
}
