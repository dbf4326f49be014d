import { hash } from 'node:crypto';
import { type Statement, tablesIn } from '#googlesql';
import { MIN_TABLE_BYTES } from '../../bill/price.ts';
import { slotKey } from '../../engines/slot-key.ts';
import { type ErrorCode, FieldstoneError } from '../../errors.ts';
import { isRefusedRun } from '../limits.ts';
import type { Answer, Plan, RunContext, RunOptions, Source } from '../source.ts';
import {
  fairShares,
  type Member,
  type MemberRows,
  type MergeWay,
  memberKey,
  splitRows,
} from './merging.ts';

/** A plan of a group, with the run options of its caller. */
export interface GroupMember {
  readonly plan: Plan;
  /** How it is merged with the others. */
  readonly way: MergeWay;
  readonly run: RunOptions;
}

/** The outcome of a batch for one member. */
export interface MemberOutcome {
  /** Undefined if the member needs a run of its own. */
  readonly answer?: Answer;
  /** The member's share of what the batch was billed. */
  readonly bytesBilled: number;
  /** Whether a merged run has not answered, so that many members may need runs of their own at once. */
  readonly isRetry?: boolean;
}

/** The outcome of a member that was not merged. */
export const RUN_ALONE: MemberOutcome = { bytesBilled: 0 };

/** The outcome of a member whose merged run has not answered. */
const RETRY_ALONE: MemberOutcome = { bytesBilled: 0, isRetry: true };

/** Failures that a run for one member would meet too, at once or because its time is up. */
const COMMON: ReadonlySet<ErrorCode> = new Set(['ENGINE_UNAVAILABLE', 'QUERY_TIMEOUT']);

/**
 * Answers the members of a group with one run; outcomes are in the members' order.
 *
 * Members whose callers have left are omitted; with fewer than two distinct members each runs alone. The run is aborted
 * when the last caller leaves. Where it fails because of a row or a value of one member, or because all members together
 * would be billed too much, each runs alone.
 */
export async function runGroup(
  source: Source,
  group: readonly GroupMember[],
): Promise<readonly (MemberOutcome | Error)[]> {
  const present = stillWaiting(group);
  const [first] = present;
  const members = new Map(present.map(({ way: { member } }) => [memberKey(member), member]));
  if (!first || members.size < 2) return group.map(() => RUN_ALONE);
  try {
    const answer = await runForAll(source, mergedPlan(first, members, present), present, first.run);
    return distribute(answer, group, members);
  } catch (error) {
    if (isRefusedRun(error)) return runForOthers(source, group, first, error);
    if (error instanceof FieldstoneError && !COMMON.has(error.code)) {
      return group.map(() => RETRY_ALONE);
    }
    throw error;
  }
}

/** Retries a run that was refused because of the load of `first`'s key, for the members of other keys. */
async function runForOthers(
  source: Source,
  group: readonly GroupMember[],
  first: GroupMember,
  refusal: FieldstoneError,
): Promise<readonly (MemberOutcome | Error)[]> {
  const keyOf = ({ plan, run }: GroupMember) => slotKey(plan.termsAt(run));
  const key = keyOf(first);
  const isOthers = (member: GroupMember) => keyOf(member) !== key;
  const outcomes = (await runGroup(source, group.filter(isOthers))).values();
  return group.map((member) => (isOthers(member) ? (outcomes.next().value ?? refusal) : refusal));
}

function stillWaiting(group: readonly GroupMember[]): readonly GroupMember[] {
  return group.filter(({ run }) => !run.signal.aborted);
}

async function runForAll(
  source: Source,
  plan: Plan,
  members: readonly GroupMember[],
  context: RunContext,
): Promise<Answer> {
  const controller = new AbortController();
  const cleanup = new AbortController();
  const onLeave = () => {
    if (stillWaiting(members).length === 0) controller.abort();
  };
  for (const { run } of members) {
    run.signal.addEventListener('abort', onLeave, { once: true, signal: cleanup.signal });
  }
  try {
    return await source.answer(plan, { now: context.now, signal: controller.signal });
  } finally {
    cleanup.abort();
  }
}

function mergedPlan(
  first: GroupMember,
  members: ReadonlyMap<string, Member>,
  present: readonly GroupMember[],
): Plan {
  const { plan, run, way } = first;
  const { lifetime, share } = plan;
  const terms = plan.termsAt(run);
  const sharers = present.map((member) => member.plan.termsAt(member.run).purpose);
  const mergedTerms = {
    ...terms,
    purpose: { ...terms.purpose, sharers },
    // Each member has at most one row more than its limit.
    maxRows: (terms.maxRows + 1) * members.size,
  };
  const identity = JSON.stringify([way.groupKey, ...members.keys()]);
  const statement = way.statement();
  return {
    key: hash('sha256', identity),
    identity,
    statement,
    columns: statement.columns,
    lifetime,
    share,
    termsAt: () => mergedTerms,
    queryAt: () => ({
      ...mergedTerms,
      statement,
      parameters: way.parametersFor([...members.values()]),
    }),
  };
}

/** The rows of each member; billed bytes are divided equally among those whose callers still wait. */
function distribute(
  answer: Answer,
  group: readonly GroupMember[],
  members: ReadonlyMap<string, Member>,
): readonly (MemberOutcome | Error)[] {
  const present = stillWaiting(group);
  const [first] = present;
  if (!first) return group.map(() => RUN_ALONE);
  const single = Math.min(answer.bytesBilled, minimumBytes(first.way.statement()));
  const shares = fairShares(answer.bytesBilled, present.length).values();
  const split = splitRows(answer, members.size, first.plan.termsAt(first.run).maxRows);
  const positions = new Map([...members.keys()].map((key, position) => [key, position]));
  return group.map(({ plan, run, way }) => {
    if (run.signal.aborted) return RUN_ALONE;
    const bytesBilled = shares.next().value ?? 0;
    const own = split[positions.get(memberKey(way.member)) ?? -1];
    if (!own) return { bytesBilled, isRetry: true };
    const batchSavedBytes = Math.max(0, single - bytesBilled);
    const outcome = { answer: { ...answer, ...own, bytesBilled, batchSavedBytes }, bytesBilled };
    return faultOf(plan, own) ?? outcome;
  });
}

/**
 * What a single run is billed for in any case. How much more it reads is not known: where the parameter selects partitions
 * or blocks, less than the merged one.
 */
function minimumBytes({ resolved }: Statement): number {
  const tables = new Set(tablesIn(resolved.scan).map(({ name }) => name));
  return tables.size * MIN_TABLE_BYTES;
}

/** The error of rows that break a promise of the plan's endpoint. */
function faultOf({ checkRows }: Plan, { rows }: MemberRows): Error | undefined {
  try {
    checkRows?.(rows);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
