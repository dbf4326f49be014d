import type { OutputColumn, Row } from '#googlesql';
import { NO_SAVINGS, type Savings, sumOfSavings } from '../bill/savings.ts';
import type { DerivedValues, FreshHit } from '../cache/entry.ts';
import { ageOf, type Lifetime } from '../cache/lifetime.ts';
import type { Answer, CacheStatus, RunTimes } from '../sources/source.ts';
import type { PageInfo } from './paging/view-page.ts';
import type { RequestPlan } from './plan.ts';

/** The bytes that a caller is billed for an answer, those saved, and the time of the engine. */
export interface Cost {
  /** Only the request that caused a run is billed for it, so that the sum over all answers is the bill. */
  readonly bytesBilled: number;
  readonly saved: Savings;
  /** Undefined for rows from the cache. */
  readonly times: RunTimes | undefined;
}

/** The typed rows of one answer, redacted if required. */
export interface RunResult extends Cost {
  /** The endpoint's name. */
  readonly endpoint: string;
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  readonly cacheStatus: CacheStatus;
  /** The rows' lifetime in the cache; undefined if they are never cached. */
  readonly lifetime: Lifetime | undefined;
  /** Set for fresh hits only; undefined for pages of views, which may have needed several reads. */
  readonly fresh: FreshHit | undefined;
  /** HTTP status of the error that stale rows replace. */
  readonly failedStatus: number | undefined;
  /** Values derived from the rows; undefined for rows that are not cached, and for a page of them. */
  readonly derived: DerivedValues | undefined;
  /** Whether the whole answer, of which the rows may be a part, is in the cache. */
  readonly isStored: boolean;
  /** Microseconds since the epoch. */
  readonly computedAt: bigint;
  readonly ageSeconds: number;
  readonly redacted: boolean;
  /** See `RequestPlan.isPinned`. */
  readonly isPinned: boolean;
  readonly definitionVersion: string;
  /** Undefined if no view was requested. */
  readonly page: PageInfo | undefined;
  /** See `RequestPlan.waitedMs`. */
  readonly waitedMs: number;
  /** When the rows came, before redaction, in the time of `performance.now()`. */
  readonly rowsAt: number;
}

/** The part of an answer that is shown. */
export interface VisibleRows {
  readonly rows: readonly Row[];
  /** Whether rows after the last were left out. */
  readonly truncated: boolean;
  readonly page: PageInfo | undefined;
  /** Undefined if the rows are only part of the answer. */
  readonly derived: DerivedValues | undefined;
  /** See `RunResult.rowsAt`. */
  readonly rowsAt: number;
}

/** The last answer of the reads for a request, with the cost of all of them. */
export interface SourceRead {
  readonly answer: Answer;
  readonly cost: Cost;
}

/** The result of an answer for its request; `now` is in microseconds since the epoch. */
export function resultOf(
  plan: RequestPlan,
  { answer, cost }: SourceRead,
  { derived, page, rows, rowsAt, truncated }: VisibleRows,
  now: bigint,
): RunResult {
  const { computedAt, hit } = answer;
  const ageSeconds = Number(ageOf(computedAt, now) / 1_000_000n);
  const expiresAt = computedAt + BigInt(ageSeconds + 1) * 1_000_000n;
  return {
    endpoint: plan.endpoint,
    columns: plan.wholeColumns,
    rows,
    truncated,
    cacheStatus: answer.cacheStatus,
    lifetime: plan.lifetime,
    fresh: hit && !page ? { expiresAt, hit } : undefined,
    failedStatus: answer.failedStatus,
    derived,
    isStored: answer.derived !== undefined,
    computedAt,
    ageSeconds,
    redacted: plan.redact,
    isPinned: plan.isPinned,
    definitionVersion: plan.definitionVersion,
    bytesBilled: cost.bytesBilled,
    saved: cost.saved,
    times: cost.times,
    page,
    waitedMs: plan.waitedMs,
    rowsAt,
  };
}

/** The cost of one read. */
export function costOf(answer: Answer): Cost {
  const { bytesBilled, times } = answer;
  return { bytesBilled: isOwnRun(answer) ? bytesBilled : 0, saved: savedBy(answer), times };
}

/** Whether rows were computed for the request that they answer. */
export function isOwnRun({ cacheStatus }: { readonly cacheStatus: CacheStatus }): boolean {
  return cacheStatus === 'MISS' || cacheStatus === 'BYPASS';
}

/** The cost of two reads, one after the other. */
export function sumOfCosts(one: Cost, other: Cost): Cost {
  return {
    bytesBilled: one.bytesBilled + other.bytesBilled,
    saved: sumOfSavings(one.saved, other.saved),
    times: sumOfTimes(one.times, other.times),
  };
}

function sumOfTimes(one: RunTimes | undefined, other: RunTimes | undefined): RunTimes | undefined {
  if (!one || !other) return one ?? other;
  return { queueMs: one.queueMs + other.queueMs, engineMs: one.engineMs + other.engineMs };
}

/** What a run of its own would have been billed for in addition, by what made it unnecessary. */
function savedBy({ batchSavedBytes, bytesBilled, cacheStatus, runSaved }: Answer): Savings {
  if (!isOwnRun({ cacheStatus })) {
    if (bytesBilled === 0) return NO_SAVINGS;
    const reason = cacheStatus === 'COLLAPSED' ? 'singleFlight' : 'cache';
    return { ...NO_SAVINGS, [reason]: bytesBilled };
  }
  // What a merged run has saved belongs to none of its members.
  if (batchSavedBytes) return { ...NO_SAVINGS, batching: batchSavedBytes };
  return runSaved ? { ...NO_SAVINGS, ...runSaved } : NO_SAVINGS;
}
