import type { Column, Endpoint } from './description.ts';
import { type ExactValue, parseExact, printExact } from './exact-json.ts';
import { send } from './request.ts';

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, ExactValue>>;

/** What is run: an endpoint with arguments, and maybe SQL of the caller's own over its views. */
export interface Run {
  readonly endpoint: Endpoint;
  /** By REST name, as JSON sends them. */
  readonly arguments: Readonly<Record<string, ExactValue>>;
  readonly redact: boolean;
}

/** Where rows came from, and what they cost. */
export interface Provenance {
  /** Whether the rows came from the cache, as `Cache-Status` says. */
  readonly cache: 'hit' | 'stale' | 'miss' | 'not cached';
  /** How old the rows were when they came, in seconds. */
  readonly ageSeconds: number;
  readonly bytesBilled: number;
  readonly bytesSaved: number;
  readonly truncated: boolean;
  readonly redacted: boolean;
  /** From the request to the last byte. */
  readonly milliseconds: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** The rows of a run. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly provenance: Provenance;
}

/** The body of the request of a run. */
export function bodyOf({ arguments: values }: Pick<Run, 'arguments'>): string {
  return printExact(values);
}

/** Runs an endpoint. */
export async function run(request: Run, key: string, signal: AbortSignal): Promise<Answer> {
  const startedAt = performance.now();
  const response = await send(request.endpoint.path, {
    key,
    signal,
    body: bodyOf(request),
    headers: {
      Accept: 'application/json; columns=true',
      ...(request.redact && { 'SVC-ENDPOINT-REDACT-PII': 'true' }),
    },
  });
  const text = await response.text();
  const milliseconds = performance.now() - startedAt;
  const { columns, result } = parseExact(text) as unknown as {
    readonly columns: readonly Column[];
    readonly result: readonly Row[];
  };
  return { columns, rows: result, provenance: provenanceOf(response.headers, milliseconds) };
}

function provenanceOf(headers: Headers, milliseconds: number): Provenance {
  const number = (name: string) => Number(headers.get(name) ?? 0);
  return {
    cache: cacheOf(headers.get('Cache-Status') ?? ''),
    ageSeconds: number('Age'),
    bytesBilled: number('Fieldstone-Bytes-Billed'),
    bytesSaved: number('Fieldstone-Bytes-Saved'),
    truncated: headers.get('Fieldstone-Truncated') === 'true',
    redacted: headers.get('Fieldstone-Redacted') === 'true',
    milliseconds,
    receivedAt: Date.now(),
  };
}

/** RFC 9211: `fieldstone; hit; ttl=12`, `fieldstone; fwd=miss; stored`. */
function cacheOf(status: string): Provenance['cache'] {
  if (/;\s*hit\b/.test(status)) return /ttl=-/.test(status) ? 'stale' : 'hit';
  if (/fwd=stale/.test(status)) return 'stale';
  return /fwd=bypass/.test(status) ? 'not cached' : 'miss';
}
