import type { IncomingHttpHeaders } from 'node:http';

const REDACTION_HEADERS = ['svc-endpoint-redact-pii', 'lf-endpoint-redact-pii'];

const OFF = new Set(['', 'false', '0']);

/** Whether either of the two headers asks for redaction; one cannot revoke the other. */
export function wantsRedaction(headers: IncomingHttpHeaders): boolean {
  return REDACTION_HEADERS.some((name) => !OFF.has(headers[name]?.toString().trim() ?? ''));
}
