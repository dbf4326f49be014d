import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Authenticator } from '../access/key-store.ts';
import { FieldstoneError } from '../errors.ts';
import { callerOf } from './caller-of.ts';
import type { KnownPaths } from './known-paths.ts';
import type { Limits } from './limits.ts';
import { pathOf } from './path-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on routes that need no key. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /**
     * Who may come in: `key`, whoever has a key; `page`, also a browser that asks for HTML; `open`, everyone.
     *
     * @default 'key'
     */
    access?: 'key' | 'page' | 'open';
  }
}

/** What the gate decides by. */
export interface GateOptions {
  readonly keys: Authenticator;
  readonly paths: KnownPaths;
  readonly limits: Limits;
}

/** Lets a request in or throws why not; whoever has no key learns nothing about the paths there are. */
export function passGate(request: FastifyRequest, { keys, paths, limits }: GateOptions): void {
  checkForm(request, limits);
  if (needsKey(request)) request.caller = callerOf(request, keys);
  if (request.is404) throw notFound(request, paths);
}

function checkForm({ raw }: FastifyRequest, limits: Limits): void {
  if ((raw.url?.length ?? 0) > limits.maxUrlBytes) {
    throw new FieldstoneError('REQUEST_TOO_LARGE', 'The URL is longer than 16 KiB', {
      status: 414,
    });
  }
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The header Host is missing');
  }
}

function needsKey(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS') return false;
  const { access = 'key' } = request.routeOptions.config;
  return access === 'key' || (access === 'page' && !wantsPage(request));
}

/** Whether a browser asks for a page: a GET whose `Accept` names HTML. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

function notFound(request: FastifyRequest, paths: KnownPaths): FieldstoneError {
  const allow = paths.allow(pathOf(request));
  if (allow === undefined) {
    return new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
  }
  const message = `${request.method} is not possible here; possible are ${allow}`;
  return new FieldstoneError('METHOD_NOT_ALLOWED', message, { headers: { Allow: allow } });
}
