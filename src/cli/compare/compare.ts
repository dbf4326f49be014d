import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../../values/attempt.ts';
import {
  type Difference,
  type Finding,
  findDifferences,
  isOfContent,
  type JsonRow,
  type ServiceAnswer,
} from './findings.ts';
import type { ReplayedRequest } from './request-files.ts';

/** The two services, and the requests to replay. */
export interface ReplayOptions {
  readonly before: Service;
  readonly after: Service;
  readonly requests: readonly ReplayedRequest[];
  /** An endpoint's name by its name or id in a path; undefined if unknown. */
  readonly nameOf: (idOrName: string) => string | undefined;
  /** Called after each request. */
  readonly onProgress?: (done: number) => void;
  /** @default 3 */
  readonly attempts?: number;
}

/** The result of a comparison. */
export interface Compared {
  readonly findings: readonly Finding[];
  /** How many requests compare nothing, by what became of them. */
  readonly unanswered: ReadonlyMap<string, number>;
}

/**
 * Replays the requests one by one.
 *
 * Both services get a request at once, but may see different sides of a time bucket's edge: a difference counts only if it
 * recurs after the next full second. Where a cache answers then, what differed between answers of one moment counts.
 */
export async function compare(comparison: ReplayOptions): Promise<Compared> {
  const findings: Finding[] = [];
  const unanswered = new Map<string, number>();
  for (const [index, request] of comparison.requests.entries()) {
    const endpoint = endpointOf(request, comparison.nameOf);
    const { differing, fate } = await differences(comparison, request);
    if (fate !== undefined) unanswered.set(fate, (unanswered.get(fate) ?? 0) + 1);
    findings.push(...differing.map((one) => ({ endpoint, ...one })));
    comparison.onProgress?.(index + 1);
  }
  return { findings, unanswered };
}

async function differences(
  { after, attempts = 3, before }: ReplayOptions,
  request: ReplayedRequest,
): Promise<{
  readonly differing: readonly Difference[];
  /** Undefined if something was compared. */
  readonly fate: string | undefined;
}> {
  let ofOneMoment: readonly Difference[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const [old, now] = await Promise.all([
      sendRequest(before, request),
      sendRequest(after, request),
    ]);
    // Without an answer of the old service there is nothing that could be worse.
    const differing = isAnswer(old) ? findDifferences(old, now) : [];
    if (differing.length === 0 || now.status === 0) return { differing, fate: fateOf(old, now) };
    if (differing.some(isOfContent)) ofOneMoment = differing.filter(isOfContent);
    if (attempt >= attempts)
      return { differing: decided(differing, ofOneMoment), fate: fateOf(old, now) };
    await sleep(1_050 - (Date.now() % 1_000));
  }
}

function decided(
  differing: readonly Difference[],
  ofOneMoment: readonly Difference[],
): readonly Difference[] {
  if (ofOneMoment.length === 0) return differing;
  return differing.flatMap((one) => (one.kind === 'time' ? ofOneMoment : [one]));
}

function isAnswer(answer: ServiceAnswer): boolean {
  return answer.status !== 0 && !isRedirect(answer);
}

function isRedirect({ status }: Pick<ServiceAnswer, 'status'>): boolean {
  return status >= 300 && status < 400;
}

function redirectFate(status: number, side: 'old' | 'new'): string {
  return `redirected with ${status} by the ${side} service; no key is sent there: name the service itself with --${side}`;
}

/** What became of a request that compares nothing. */
function fateOf({ status }: ServiceAnswer, now: ServiceAnswer): string | undefined {
  if (status === 0) return 'not answered by the old service';
  if (now.status === 0) return 'not answered by the new service';
  if (isRedirect({ status })) return redirectFate(status, 'old');
  if (isRedirect(now)) return redirectFate(now.status, 'new');
  if (status !== now.status || (status >= 200 && status < 400)) return undefined;
  const hint = status === 401 || status === 403 ? '; are the keys right?' : '';
  return `refused with ${status} by both services${hint}`;
}

/** An unknown path segment may be a key sent by mistake, so it is not printed. */
function endpointOf({ path }: ReplayedRequest, nameOf: ReplayOptions['nameOf']): string {
  const [, segment = ''] = /\/endpoints\/query\/(?:name\/)?([^/?]+)/.exec(path) ?? [];
  return nameOf(segment) ?? 'another endpoint';
}

/** One of the two services to compare. */
export interface Service {
  readonly url: string;
  /** Undefined if the service needs no key. */
  readonly key: string | undefined;
}

const TIMEOUT_MS = 60_000;

/** Sends a request to a service; the status is 0 if it cannot be reached. */
export async function sendRequest(
  { key, url }: Service,
  request: ReplayedRequest,
): Promise<ServiceAnswer> {
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

function readEnvelope(text: string): Pick<ServiceAnswer, 'rows' | 'hasError'> {
  const body = parseExactly(text);
  const hasError = body?.error !== undefined && body.error !== null;
  return { rows: Array.isArray(body?.result) ? body.result.map(toRow) : undefined, hasError };
}

function toRow(row: unknown): JsonRow {
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
  // TypeScript does not declare the third argument of a reviver yet.
  return attempt(() => JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]));
}

/** Canonical JSON: members sorted by name, integers with all digits. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}
