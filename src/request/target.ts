import type { FastifyRequest } from 'fastify';
import { attempt } from '../values/attempt.ts';

/** Decodes percent-encoded UTF-8 once; undefined if it is invalid. */
export function percentDecode(text: string): string | undefined {
  if (!/[%\x80-\xff]/.test(text)) return text;
  // Raw bytes are Latin-1, as Node represents them: encoding them first gives them the same validation.
  const ascii = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  return attempt(() => decodeURIComponent(ascii));
}

/** Whether percent-encoded bytes are UTF-8; a `%` that begins no byte stands for itself, as for `URLSearchParams`. */
export function encodesUtf8(text: string): boolean {
  return percentDecode(text.replace(/%(?![0-9a-f]{2})/gi, '%25')) !== undefined;
}

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
