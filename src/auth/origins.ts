import { z } from 'zod';

/** A scheme, a host whose first label may be `*`, and a port. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(\*\.)?([^/?#@*\s,]+)$/;

/** Why an entry of a list of origins is invalid, as the end of a sentence; undefined if it is `*` or an origin. */
export function originFault(entry: string): string | undefined {
  if (entry === '*') return undefined;
  const [, scheme, , host] = ORIGIN.exec(entry) ?? [];
  if (scheme === undefined || host === undefined) return FORM;
  // The URL standard gives other schemes no origin, but web views of applications send them.
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const url = URL.parse(`${scheme}://${host}`);
  if (!url) return FORM;
  // Browsers send the canonical form; any other would never match.
  const right = entry.replace(`${scheme}://`, '').startsWith('*.')
    ? url.origin.replace('://', '://*.')
    : url.origin;
  return right === entry ? undefined : `must be written as browsers send it: ${right}`;
}

const FORM = 'must be *, an origin such as https://app.example.com, or https://*.example.com';

/** Matches an origin as browsers send it. `*.` is one or more labels, never a scheme, a port or another domain. */
export function originPattern(origin: string): RegExp {
  const parts = origin.split('*.').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('(?:[a-z0-9_-]+\\.)+')}$`);
}

/** The schema of an entry of a list of origins. */
export const ORIGIN_ENTRY = z.string().superRefine((entry, context) => {
  const fault = originFault(entry);
  if (fault !== undefined) context.addIssue(fault);
});
