/** Input that is made to cost much or to break what reads it. */
export interface Bomb {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  /** @default the media types of GraphQL */
  readonly accept?: string;
}

/** The media type of most bodies. */
export const JSON_TYPE = 'application/json';

/** How often a bracket fits into a body when it is closed as often. */
export const DEEP = 400_000;

/** What a client of GraphQL accepts. */
export const GRAPHQL_ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** Whether an answer is a 4xx, or the answer of a tool to arguments that are no good. */
export function isRefusal(status: number, body: string): boolean {
  if (status === 200) return /^\{"jsonrpc":.*(?:"isError":true|"error":\{)/s.test(body);
  return status >= 400 && status < 500;
}

/** A request without a body. */
export function url(name: string, path: string): Bomb {
  return { name, method: 'GET', path };
}

/** Text within brackets within brackets. */
export function nested(open: string, inside: string, close: string, times: number): string {
  return open.repeat(times) + inside + close.repeat(times);
}

/** Items with blanks between them. */
export function listed(times: number, item: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => item(index)).join(' ');
}
