import type { Derived } from '../cache/derived.ts';
import { ageOf, type Lifetime } from '../cache/lifetime.ts';
import type { OutputColumn, Row } from '../googlesql/index.ts';
import type { Answer, CacheStatus } from '../sources/source.ts';
import type { PageInfo } from './paging/view-page.ts';
import type { RequestPlan } from './plan.ts';

/** The typed rows of one answer, redacted where that was asked for. */
export interface RunResult {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  readonly cacheStatus: CacheStatus;
  /** How long the rows live in the cache; undefined when they are never kept. */
  readonly lifetime: Lifetime | undefined;
  /** Undefined but for a fresh hit, and for a page of a view, which may have needed several reads. */
  readonly fresh: FreshHit | undefined;
  /** The status of the error in whose place old rows stand. */
  readonly failedStatus: number | undefined;
  /** What was made from the rows; undefined for rows that are not kept, and for a page of them. */
  readonly derived: Derived | undefined;
  /** Microseconds since the epoch. */
  readonly computedAt: bigint;
  readonly ageSeconds: number;
  readonly redacted: boolean;
  readonly definitionVersion: string;
  readonly bytesBilled: number;
  /** Where the page ends; undefined where no view was asked for. */
  readonly page: PageInfo | undefined;
}

/** For how long an answer from the cache stays as it is. */
export interface FreshHit {
  /** When the age of the rows changes by a second, in microseconds since the epoch. Rows are fresh for whole seconds. */
  readonly expiresAt: bigint;
  /** As of an `Answer`. */
  touch(): boolean;
}

/** What of an answer is shown. */
export interface Shown {
  readonly rows: readonly Row[];
  readonly page: PageInfo | undefined;
  /** Undefined where the rows are not all of the answer. */
  readonly derived: Derived | undefined;
  readonly bytesBilled: number;
}

/** An answer as its request may see it at a moment in microseconds since the epoch. */
export function resultOf(
  plan: RequestPlan,
  answer: Answer,
  { bytesBilled, derived, page, rows }: Shown,
  now: bigint,
): RunResult {
  const { computedAt, touch } = answer;
  const ageSeconds = Number(ageOf(computedAt, now) / 1_000_000n);
  const expiresAt = computedAt + BigInt(ageSeconds + 1) * 1_000_000n;
  return {
    columns: plan.wholeColumns,
    rows,
    truncated: answer.truncated,
    cacheStatus: answer.cacheStatus,
    lifetime: plan.lifetime,
    fresh: touch && !page ? { expiresAt, touch } : undefined,
    failedStatus: answer.failedStatus,
    derived,
    computedAt,
    ageSeconds,
    redacted: plan.redact,
    definitionVersion: plan.definitionVersion,
    bytesBilled,
    page,
  };
}

/** Only the request that caused a run pays for it: the sum over all answers is the bill. */
export function billed({ cacheStatus, bytesBilled }: Answer): number {
  return cacheStatus === 'MISS' || cacheStatus === 'BYPASS' ? bytesBilled : 0;
}
