import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Service } from './ask.ts';
import { type Answer, type Finding, findDifferences } from './findings.ts';
import type { ReplayedRequest } from './request-files.ts';

/** The two services, and the requests to replay. */
export interface Comparison {
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

/** What was found. */
export interface Compared {
  readonly findings: readonly Finding[];
  /** Requests that both services refused with the same status, by status; 0 where the old one did not answer. */
  readonly unanswered: ReadonlyMap<number, number>;
}

/**
 * Replays the requests one by one.
 *
 * Both services are asked at once, but may see different sides of a time bucket's edge: a difference counts only if it
 * recurs after the next full second.
 */
export async function compare(comparison: Comparison): Promise<Compared> {
  const findings: Finding[] = [];
  const unanswered = new Map<number, number>();
  for (const [index, request] of comparison.requests.entries()) {
    const endpoint = endpointOf(request, comparison.nameOf);
    const { found, status } = await differences(comparison, request);
    if (status !== undefined) unanswered.set(status, (unanswered.get(status) ?? 0) + 1);
    findings.push(...found.map((one) => ({ endpoint, ...one })));
    comparison.onProgress?.(index + 1);
  }
  return { findings, unanswered };
}

async function differences(
  { after, attempts = 3, before }: Comparison,
  request: ReplayedRequest,
): Promise<{
  readonly found: ReturnType<typeof findDifferences>;
  readonly status: number | undefined;
}> {
  for (let attempt = 1; ; attempt += 1) {
    const [old, now] = await Promise.all([ask(before, request), ask(after, request)]);
    // Without an answer of the old service there is nothing that could be worse.
    const found = old.status === 0 ? [] : findDifferences(old, now);
    if (found.length === 0 || attempt >= attempts) return { found, status: refusal(old, now) };
    await sleep(1_050 - (Date.now() % 1_000));
  }
}

/** The status of both, if it compares nothing; 0 without an answer of the old service. */
function refusal(old: Answer, now: Answer): number | undefined {
  const isRefused = old.status < 200 || old.status >= 400;
  return old.status === 0 || (isRefused && old.status === now.status) ? old.status : undefined;
}

/** An unknown path segment may be a key sent by mistake, so it is not shown. */
function endpointOf({ path }: ReplayedRequest, nameOf: Comparison['nameOf']): string {
  const [, segment = ''] = /\/endpoints\/query\/(?:name\/)?([^/?]+)/.exec(path) ?? [];
  return nameOf(segment) ?? 'another endpoint';
}
