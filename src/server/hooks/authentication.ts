import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { FieldstoneError } from '../../errors.ts';
import { callerByKey, keyInUrl } from '../../request/caller.ts';
import { settingsIn } from '../../request/settings.ts';
import { pathOf } from '../../request/target.ts';
import { checkOrigin } from './cors.ts';
import type { Limits } from './limits.ts';
import type { RateLimits } from './rate-limit.ts';
import type { RoutePaths } from './route-paths.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may access the route: `key`, callers with a key; `page`, also a browser that asks for HTML; `open`, everyone.
     *
     * @default 'key'
     */
    access?: 'key' | 'page' | 'open';
    /** `WWW-Authenticate` of a request without a valid key. @default how to send one */
    challenge?: string;
  }
}

/** Options of `authenticate`. */
export interface AuthenticationOptions {
  readonly paths: RoutePaths;
  readonly limits: Limits;
  /** Whether `api_key` in the query string is read. */
  readonly allowsKeyInUrl: boolean;
  /** Undefined: no rate limits. */
  readonly rates: RateLimits | undefined;
}

/**
 * Authenticates a request; a promise only where a token's signature must be checked. Without a key every path is 401, so
 * that paths cannot be probed.
 */
export function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticationOptions,
): Promise<void> | undefined {
  checkForm(request, options.limits);
  const caller = needsKey(request) ? identify(request, options) : undefined;
  if (caller instanceof Promise) {
    return caller.then((verified) => admit(verified, request, reply, options));
  }
  admit(caller, request, reply, options);
  return undefined;
}

function identify(
  request: FastifyRequest,
  { allowsKeyInUrl, rates }: AuthenticationOptions,
): Caller | Promise<Caller> {
  // Only refused keys count against the address: a valid key is never limited by what others send from it.
  const refuse = (error: unknown): never => {
    rates?.countRefusal(request);
    throw challenged(error, request);
  };
  try {
    const { keys } = settingsIn(request);
    const caller = callerByKey(request, keys, allowsKeyInUrl ? keyInUrl(request) : undefined);
    return caller instanceof Promise ? caller.catch(refuse) : caller;
  } catch (error) {
    return refuse(error);
  }
}

/** The error with the challenge of the route. */
function challenged(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const { challenge } = routeOptions.config;
  const isRefusal = error instanceof FieldstoneError && error.code === 'UNAUTHENTICATED';
  if (challenge === undefined || !isRefusal) return error;
  const { code, message } = error;
  return new FieldstoneError(code, message, { headers: { 'WWW-Authenticate': challenge } });
}

/** Lets a caller, or nobody where no key is needed, go on within the limits and to paths that there are. */
function admit(
  caller: Caller | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  { paths, rates }: AuthenticationOptions,
): void {
  if (caller) {
    request.caller = caller;
    rates?.countRequest(caller, request, reply);
    checkOrigin(caller, request, reply);
  }
  if (!request.is404) return;
  throw caller || request.method === 'OPTIONS' ? notFound(request, paths) : noMetadata();
}

function checkForm({ raw }: FastifyRequest, limits: Limits): void {
  if ((raw.url?.length ?? 0) > limits.maxUrlBytes) {
    throw new FieldstoneError('REQUEST_TOO_LARGE', 'The URL is longer than 16 KiB', {
      status: 414,
    });
  }
  checkHost(raw);
  // Refused for the same reason as an ambiguous host: a proxy and this server may read different keys.
  if (countHeader(raw.rawHeaders, 'authorization') > 1) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The header Authorization stands twice');
  }
}

/** A name, an IPv4 or a bracketed IPv6 address, and a port; empty if the target has no authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;

/** Ambiguous hosts are refused: a proxy and a server that read different ones can be attacked through it. */
function checkHost({ httpVersion, headers, rawHeaders }: FastifyRequest['raw']): void {
  const { host } = headers;
  if (host === undefined && httpVersion === '1.1') throw badHost('is missing');
  if (countHeader(rawHeaders, 'host') > 1) throw badHost('stands twice');
  if (host !== undefined && !HOST.test(host)) throw badHost('is not a host and its port');
}

/** Node's `headers` keep only the first of two. */
function countHeader(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) count += 1;
  }
  return count;
}

function badHost(problem: string): FieldstoneError {
  return new FieldstoneError('BAD_USER_INPUT', `The header Host ${problem}`);
}

function needsKey(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS' || isUnknownMetadata(request)) return false;
  const { access = 'key' } = request.routeOptions.config;
  return access === 'key' || (access === 'page' && !wantsPage(request));
}

/** Clients look for metadata of many kinds, and take 401 for the answer that there is some behind a key. */
function isUnknownMetadata(request: FastifyRequest): boolean {
  return request.is404 && pathOf(request).startsWith('/.well-known/');
}

function noMetadata(): FieldstoneError {
  return new FieldstoneError('ENDPOINT_NOT_FOUND', 'There is nothing at this path');
}

/** Whether a browser requests a page: a GET whose `Accept` names HTML. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

function notFound(request: FastifyRequest, paths: RoutePaths): FieldstoneError {
  const allow = paths.allow(pathOf(request));
  if (allow === undefined) {
    const message = `There is nothing at this path; there are ${paths.list().join(', ')}`;
    return new FieldstoneError('ENDPOINT_NOT_FOUND', message);
  }
  const message = `${request.method} is not possible here; possible are ${allow}`;
  return new FieldstoneError('METHOD_NOT_ALLOWED', message, { headers: { Allow: allow } });
}
