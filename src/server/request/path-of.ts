import type { FastifyRequest } from 'fastify';

/** The path as sent: percent-encoded, without the query string. */
export function pathOf({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Whether a request is for the GraphQL path, in any encoding, or below it. */
export function isGraphqlRequest(request: FastifyRequest): boolean {
  return /^\/graphql(?:$|\/)/.test(request.routeOptions.url ?? pathOf(request));
}

/** The query string as sent, without its question mark. */
export function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return url.slice(start + 1, end < 0 ? undefined : end);
}

/**
 * The target in origin form, with one slash at its start: proxies may send the absolute form, which servers must accept
 * (RFC 9112 §3.2.2), and clients whose base URL ends in a slash send two.
 */
export function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!match && !target.startsWith('//')) return target;
  const rest = target.slice(match?.[0].length ?? 0);
  return `/${rest.replace(/^\/+/, '')}`;
}
