/** Headers that a page of any origin may read (Fetch standard, "CORS-safelisted response-header name"). */
const READABLE = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

/** What a page sends. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a page can read of an answer. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** `fetch` as a browser does it for a page of another origin: a preflight, and nothing read that is not allowed. */
export async function crossOriginFetch(
  origin: string,
  url: string,
  { method, headers, body }: PageRequest,
): Promise<PageAnswer> {
  await preflight(origin, url, method, Object.keys(headers));
  const response = await fetch(url, {
    method,
    headers: { ...headers, origin, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' },
    ...(body !== undefined && { body }),
  });
  checkOrigin(origin, response);
  const exposed = namesIn(response, 'access-control-expose-headers');
  const shown = [...response.headers].filter(
    ([name]) => READABLE.includes(name) || exposed.includes(name),
  );
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(shown), text };
}

/** Asks whether the page may send these headers; every request here has one that needs it. */
async function preflight(
  origin: string,
  url: string,
  method: string,
  headers: readonly string[],
): Promise<void> {
  const names = headers.map((name) => name.toLowerCase()).sort();
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names.join(','),
    },
  });
  checkOrigin(origin, response);
  if (!response.ok) throw new TypeError(`The preflight was answered with ${response.status}`);
  const allowed = namesIn(response, 'access-control-allow-headers');
  const refused = names.filter((name) => !allowed.includes(name));
  if (refused.length > 0) throw new TypeError(`The headers ${refused} may not be sent`);
}

function checkOrigin(origin: string, { headers }: Response): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw new TypeError(`${origin} may not read this`);
}

function namesIn({ headers }: Response, name: string): readonly string[] {
  const value = headers.get(name) ?? '';
  return value.split(',').map((part) => part.trim().toLowerCase());
}
