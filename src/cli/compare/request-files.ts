import { attempt } from '../../values/attempt.ts';
import { UsageError } from '../command-error.ts';

/** A request to replay. */
export interface ReplayedRequest {
  readonly method: 'GET' | 'POST';
  /** With its query string, without keys. */
  readonly path: string;
  readonly body: string | undefined;
  /** The media type of the body. @default application/json */
  readonly mediaType?: string;
}

/** The requests in a file, and the number of entries skipped. */
export interface RequestFile {
  readonly requests: readonly ReplayedRequest[];
  readonly skipped: number;
}

/** Reads an access log, a HAR or NDJSON of `{method, path, body}`; keeps only requests that run endpoints. */
export function readRequests(content: string): RequestFile {
  const har = content.trimStart().startsWith('{') ? readHar(content) : undefined;
  const entries =
    har ??
    content
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readLine);
  const requests = entries.flatMap((one) => (one && isRun(one) ? [withoutKey(one)] : []));
  if (requests.length === 0) {
    throw new UsageError(
      '--requests holds no request to an endpoint; it must be an access log, a HAR, or lines of {"method","path","body"}',
    );
  }
  return { requests, skipped: entries.length - requests.length };
}

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly postData?: { readonly text?: string; readonly mimeType?: string };
      };
    }[];
  };
}

function readHar(content: string): readonly (ReplayedRequest | undefined)[] | undefined {
  const parsed: Partial<Har> | undefined = attempt(() => JSON.parse(content));
  return parsed?.log?.entries.map(({ request }) => {
    const { text, mimeType } = request.postData ?? {};
    const replayed = requestOf(request.method, request.url, text);
    return replayed && mimeType ? { ...replayed, mediaType: mimeType } : replayed;
  });
}

/** The quoted request in the combined format of Apache and nginx. */
const LOGGED = /"(GET|POST) (\S+) HTTP\/[\d.]+"/;

function readLine(line: string): ReplayedRequest | undefined {
  if (!line.trimStart().startsWith('{')) {
    const [, method, target] = LOGGED.exec(line) ?? [];
    // Logs contain no bodies, so a POST cannot be replayed.
    return method === 'GET' ? requestOf(method, target, undefined) : undefined;
  }
  const parsed: { method?: string; path?: string; body?: unknown } | undefined = attempt(() =>
    JSON.parse(line),
  );
  const body = parsed?.body;
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return requestOf(parsed?.method ?? 'GET', parsed?.path, text);
}

function requestOf(
  method: string,
  target: string | undefined,
  body: string | undefined,
): ReplayedRequest | undefined {
  const url = target === undefined ? null : URL.parse(target, 'http://any');
  if (!url || (method !== 'GET' && method !== 'POST')) return undefined;
  return { method, path: `${url.pathname}${url.search}`, body: body || undefined };
}

function isRun({ path }: ReplayedRequest): boolean {
  return /\/endpoints\/query\/./.test(path);
}

/** Removes recorded keys; the keys to use come from the environment. */
function withoutKey(request: ReplayedRequest): ReplayedRequest {
  // A query string may hold further question marks.
  const start = request.path.indexOf('?');
  if (start < 0) return request;
  const path = request.path.slice(0, start);
  const pairs = request.path.slice(start + 1).split('&');
  const rest = pairs.filter((pair) => !new URLSearchParams(pair.toLowerCase()).has('api_key'));
  return { ...request, path: rest.length > 0 ? `${path}?${rest.join('&')}` : path };
}
