/** A scheme, a host whose first label may be `*`, and a port. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(\*\.)?([^/?#@*\s,]+)$/;

/** What is wrong with an entry of `CORS_ORIGINS`, as the end of a sentence; undefined where it is `*` or an origin. */
export function originFault(entry: string): string | undefined {
  if (entry === '*') return undefined;
  const [, scheme, , host] = ORIGIN.exec(entry) ?? [];
  if (scheme === undefined || host === undefined) return FORM;
  // Of other schemes the URL standard knows no origin, but the web views of applications send them.
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const url = URL.parse(`${scheme}://${host}`);
  if (!url) return FORM;
  // Browsers send the canonical form, so that any other one would never be equal to it.
  const right = entry.replace(`${scheme}://`, '').startsWith('*.')
    ? url.origin.replace('://', '://*.')
    : url.origin;
  return right === entry ? undefined : `must be written as browsers send it: ${right}`;
}

const FORM = 'must be *, an origin such as https://app.example.com, or https://*.example.com';
