import type { IncomingHttpHeaders } from 'node:http';

/** Beyond what any client sends: 40 KB of members would hold the event loop for up to 100 ms. */
const MAX_MEMBERS = 100;

/** The members of a list in a header, such as the ranges of `Accept`; the first hundred count. */
export function listMembers(header: string): readonly string[] {
  return header.split(',', MAX_MEMBERS);
}

const REDACTION_HEADERS = ['svc-endpoint-redact-pii', 'lf-endpoint-redact-pii'];

const OFF = new Set(['', 'false', '0']);

/** Whether either of the two headers asks for redaction; one cannot revoke the other. */
export function wantsRedaction(headers: IncomingHttpHeaders): boolean {
  return REDACTION_HEADERS.some((name) => !OFF.has(headers[name]?.toString().trim() ?? ''));
}
