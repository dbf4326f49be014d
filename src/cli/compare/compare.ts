import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Side } from './ask.ts';
import { type Finding, findDifferences } from './findings.ts';
import type { ReplayedRequest } from './request-files.ts';

/** The two services and what they are asked. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  readonly requests: readonly ReplayedRequest[];
  /** The name of an endpoint by what stands in the path; undefined for what is none. */
  readonly nameOf: (idOrName: string) => string | undefined;
  /** Told after each request, for whoever waits. */
  readonly onProgress?: (done: number) => void;
  /** @default 3 */
  readonly attempts?: number;
}

/**
 * Replays the requests, one after the other.
 *
 * Both services are asked at the same moment, but can stand on two sides of the edge of a bucket: a difference counts
 * where it is there again behind the edge of the next second.
 */
export async function compare(comparison: Comparison): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [index, request] of comparison.requests.entries()) {
    const endpoint = endpointOf(request, comparison.nameOf);
    const found = await differences(comparison, request);
    findings.push(...found.map((one) => ({ endpoint, ...one })));
    comparison.onProgress?.(index + 1);
  }
  return findings;
}

async function differences(
  { after, attempts = 3, before }: Comparison,
  request: ReplayedRequest,
): Promise<ReturnType<typeof findDifferences>> {
  for (let attempt = 1; ; attempt += 1) {
    const [old, now] = await Promise.all([ask(before, request), ask(after, request)]);
    const found = findDifferences(old, now);
    if (found.length === 0 || attempt >= attempts) return found;
    await sleep(1_050 - (Date.now() % 1_000));
  }
}

/** A part of a path that is no endpoint may be a key that somebody put there: it is not shown. */
function endpointOf({ path }: ReplayedRequest, nameOf: Comparison['nameOf']): string {
  const [, segment = ''] = /\/endpoints\/query\/(?:name\/)?([^/?]+)/.exec(path) ?? [];
  return nameOf(segment) ?? 'another endpoint';
}
