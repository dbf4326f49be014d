import type { Answer, Row } from './findings.ts';
import type { ReplayedRequest } from './request-files.ts';

/** One of the two services to compare. */
export interface Service {
  readonly url: string;
  /** Undefined if the service needs no key. */
  readonly key: string | undefined;
}

const TIMEOUT_MS = 60_000;

/** Sends a request to a service; the status is 0 if it cannot be reached. */
export async function ask({ key, url }: Service, request: ReplayedRequest): Promise<Answer> {
  const started = performance.now();
  try {
    const response = await fetch(`${url}${request.path}`, {
      // Whoever a redirect leads to must not receive the key.
      redirect: 'manual',
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(key && { 'x-api-key': key }),
        ...(request.body !== undefined && {
          'content-type': request.mediaType ?? 'application/json',
        }),
      },
      // fetch sends no body with GET; both services read it from POST too.
      ...(request.body !== undefined && { method: 'POST', body: request.body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ageSeconds = Number(response.headers.get('age')) || 0;
    const ms = performance.now() - started;
    return { status: response.status, ageSeconds, ms, ...readEnvelope(text) };
  } catch {
    const ms = performance.now() - started;
    return { status: 0, ageSeconds: 0, ms, rows: undefined, hasError: true };
  }
}

function readEnvelope(text: string): Pick<Answer, 'rows' | 'hasError'> {
  const body = parseExactly(text);
  const hasError = body?.error !== undefined && body.error !== null;
  return { rows: Array.isArray(body?.result) ? body.result.map(toRow) : undefined, hasError };
}

function toRow(row: unknown): Row {
  const members = Object.entries(row && typeof row === 'object' ? row : { value: row });
  return Object.fromEntries(members.map(([name, value]) => [name, canonicalJson(value)]));
}

interface Envelope {
  readonly result?: unknown;
  readonly error?: unknown;
}

function parseExactly(text: string): Envelope | undefined {
  const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : value;
  try {
    // TypeScript does not declare the third argument of a reviver yet.
    return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
}

/** Canonical JSON: members sorted by name, integers with all digits. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}
