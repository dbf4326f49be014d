import { isIP } from 'node:net';
import type { Row, Value } from '../googlesql/value.ts';

/** What stands where something was hidden. */
export const REDACTED = 'REDACTED';

/**
 * Dotted quads that stand alone: no digit, letter or dot touches them, a `-` before is a host form (`ip-10-0-1-2`
 * is not dotted), and a single `/` behind a word is a product version (`Chrome/120.0.0.0`), while `//` is a URL.
 */
const IPV4 =
  /(?<![\w.]|[A-Za-z]\/)(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w]|\.\d)/g;

/** Runs that could be an IPv6 address; `isIP` decides. At most 45 characters, so the time stays linear. */
const IPV6_CANDIDATE = /(?<![\w:.])[0-9A-Fa-f:][0-9A-Fa-f:.]{1,44}(?![\w:])/g;

/** The text with every IPv4 and IPv6 address replaced by `REDACTED`. */
export function redactText(text: string): string {
  const withoutV6 = text.includes(':') ? text.replace(IPV6_CANDIDATE, redactIpv6) : text;
  return withoutV6.includes('.') ? withoutV6.replace(IPV4, REDACTED) : withoutV6;
}

/** What may be the first part of an address, where an error cut a value: `2001:db8::a47e:...`. */
const CUT_ADDRESS =
  /(?<![0-9A-Fa-f:.])[0-9A-Fa-f:.]{0,45}[0-9A-Fa-f][:.][0-9A-Fa-f:.]{0,45}\.\.\./g;

/** An error's message with every address in it replaced, also one that the message shows only in part. */
export function redactMessage(message: string): string {
  return redactText(message.replace(CUT_ADDRESS, `${REDACTED}...`));
}

function redactIpv6(candidate: string): string {
  // A sentence may end in the full stop or colon that the candidate took along.
  const address = candidate.replace(/[.:]$/, '');
  if (isIP(candidate) === 6) return REDACTED;
  return isIP(address) === 6 ? REDACTED + candidate.slice(address.length) : candidate;
}

/** The rows with every string in them redacted, at any depth; types and shapes stay as they are. */
export function redactRows(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => row.map(redactValue));
}

function redactValue(value: Value): Value {
  if (typeof value === 'string') return redactText(value);
  return Array.isArray(value) ? (value as readonly Value[]).map(redactValue) : value;
}
