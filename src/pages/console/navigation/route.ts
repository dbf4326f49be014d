/** A place of the page, as the fragment of its address says. The key is never part of it. */
export interface Route {
  /** Undefined: the list of all endpoints. */
  readonly endpoint?: string | undefined;
  readonly part: 'query' | 'sql' | 'views';
  /** The view that is displayed. */
  readonly view?: string | undefined;
  /** Arguments by parameter, and settings of the page by names that begin with `$`. */
  readonly values: URLSearchParams;
}

/** The list of all endpoints. */
export const LIST: Route = { part: 'query', values: new URLSearchParams() };

/** Reads a fragment: `#/endpoint/revenue.by-day?since=2026-03-01`. */
export function readRoute(fragment: string): Route {
  const [path = '', query = ''] = splitOnce(fragment.replace(/^#/, ''), '?');
  const [, kind, endpoint, part = '', view] = path.split('/').map(decode);
  if (kind !== 'endpoint' || !endpoint) return LIST;
  const isOther = part === 'sql' || part === 'views';
  return { endpoint, part: isOther ? part : 'query', view, values: new URLSearchParams(query) };
}

/** The fragment of a place. */
export function printRoute({ endpoint, part, values, view }: Route): string {
  if (endpoint === undefined) return '#/';
  const segments = [
    'endpoint',
    endpoint,
    ...(part === 'query' ? [] : [part]),
    ...(part === 'views' && view !== undefined ? [view] : []),
  ];
  const query = values.toString();
  return `#/${segments.map(encodeURIComponent).join('/')}${query && `?${query}`}`;
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
