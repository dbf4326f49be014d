import { hash } from 'node:crypto';
import { slotKey } from '../../engines/slot-key.ts';
import { FieldstoneError } from '../../errors.ts';
import { isRefusedRun } from '../limits.ts';
import type { Answer, Plan, RunContext, RunOptions, Source } from '../source.ts';
import { fairShares, type Member, type MergePart, memberKey, splitRows } from './merging.ts';

/** A plan in a batch, with the run options of its caller. */
export interface BatchMember {
  readonly plan: Plan;
  readonly merge: MergePart;
  readonly run: RunOptions;
}

/** The outcome of a batch for one member. */
export interface MemberOutcome {
  /** Undefined if the member needs a run of its own. */
  readonly answer?: Answer;
  /** The member's share of what the batch was billed. */
  readonly bytesBilled: number;
}

/**
 * Answers the members of a batch with one run; outcomes are in the members' order.
 *
 * Members whose callers have left are omitted; with fewer than two distinct members each runs alone. The run is aborted
 * when the last caller leaves.
 */
export async function runBatch(
  source: Source,
  batch: readonly BatchMember[],
): Promise<readonly (MemberOutcome | Error)[]> {
  const present = stillWaiting(batch);
  const [first] = present;
  const members = new Map(present.map(({ merge: { member } }) => [memberKey(member), member]));
  if (!first || members.size < 2) return batch.map(() => RUN_ALONE);
  try {
    const answer = await runForAll(source, mergedPlan(first, members, present), present, first.run);
    return distribute(answer, batch, members);
  } catch (error) {
    if (isRefusedRun(error)) return runForOthers(source, batch, first, error);
    // Only a failed query is retried for each member: any other failure would stop them all.
    if (error instanceof FieldstoneError && error.code === 'ENGINE_FAILED') {
      return batch.map(() => RUN_ALONE);
    }
    throw error;
  }
}

/** Retries a run that was refused because of the load of `first`'s key, for the members of other keys. */
async function runForOthers(
  source: Source,
  batch: readonly BatchMember[],
  first: BatchMember,
  refusal: FieldstoneError,
): Promise<readonly (MemberOutcome | Error)[]> {
  const keyOf = ({ plan, run }: BatchMember) => slotKey(plan.termsAt(run));
  const key = keyOf(first);
  const isOthers = (member: BatchMember) => keyOf(member) !== key;
  const outcomes = (await runBatch(source, batch.filter(isOthers))).values();
  return batch.map((member) => (isOthers(member) ? (outcomes.next().value ?? refusal) : refusal));
}

const RUN_ALONE: MemberOutcome = { bytesBilled: 0 };

function stillWaiting(batch: readonly BatchMember[]): readonly BatchMember[] {
  return batch.filter(({ run }) => !run.signal.aborted);
}

async function runForAll(
  source: Source,
  plan: Plan,
  members: readonly BatchMember[],
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
  first: BatchMember,
  members: ReadonlyMap<string, Member>,
  present: readonly BatchMember[],
): Plan {
  const { plan, merge, run } = first;
  const { lifetime, share } = plan;
  const terms = plan.termsAt(run);
  const sharers = present.map((member) => member.plan.termsAt(member.run).purpose);
  const mergedTerms = {
    ...terms,
    purpose: { ...terms.purpose, sharers },
    maxRows: terms.maxRows * members.size,
  };
  const identity = JSON.stringify([merge.groupKey, ...members.keys()]);
  return {
    key: hash('sha256', identity),
    identity,
    statement: merge.statement,
    columns: merge.statement.columns,
    lifetime,
    share,
    termsAt: () => mergedTerms,
    queryAt: () => ({
      ...mergedTerms,
      statement: merge.statement,
      parameters: merge.parametersFor([...members.values()]),
    }),
  };
}

/** The rows of each member; billed bytes are divided equally among those whose callers still wait. */
function distribute(
  answer: Answer,
  batch: readonly BatchMember[],
  members: ReadonlyMap<string, Member>,
): readonly MemberOutcome[] {
  const present = stillWaiting(batch);
  const [first] = present;
  if (!first) return batch.map(() => RUN_ALONE);
  const shares = fairShares(answer.bytesBilled, present.length).values();
  const split = splitRows(answer, members.keys(), first.plan.termsAt(first.run).maxRows);
  return batch.map(({ merge, run }) => {
    if (run.signal.aborted) return RUN_ALONE;
    const bytesBilled = shares.next().value ?? 0;
    const own = split.get(memberKey(merge.member));
    if (!own) return { bytesBilled };
    const batchSavedBytes = answer.bytesBilled - bytesBilled;
    return { answer: { ...answer, ...own, bytesBilled, batchSavedBytes }, bytesBilled };
  });
}
