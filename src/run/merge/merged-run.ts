import { createHash } from 'node:crypto';
import { FieldstoneError } from '../../errors.ts';
import type { Answer, Plan, Source } from '../source.ts';
import type { Member } from './merge-part.ts';
import { fairShares, memberKey, splitRows } from './split-rows.ts';
import { stillWaiting, type Waiter } from './waiter.ts';

/** Runs for single members that follow a merged run which could not answer them, at the same time. */
const SINGLE_RUNS = 4;

/** Answers the waiters of one group, with one run where that is possible. */
export async function answerGroup(source: Source, waiters: readonly Waiter[]): Promise<void> {
  const present = stillWaiting(waiters);
  const [first] = present;
  const members = membersOf(present);
  if (!first || members.size < 2) return runEachAlone(source, present);
  const run = new AbortController();
  const leaveTogether = () => {
    if (stillWaiting(present).length === 0) run.abort();
  };
  const ended = new AbortController();
  for (const waiter of present) waiter.watch(leaveTogether, ended.signal);
  try {
    const answer = await source.answer(mergedPlan(first, members), run.signal);
    await distribute(source, answer, stillWaiting(present), members);
  } catch (error) {
    await recover(source, error, stillWaiting(present));
  } finally {
    ended.abort();
  }
}

function membersOf(waiters: readonly Waiter[]): ReadonlyMap<string, Member> {
  return new Map(waiters.map(({ merge: { member } }) => [memberKey(member), member]));
}

function mergedPlan(first: Waiter, members: ReadonlyMap<string, Member>): Plan {
  const { plan, merge } = first;
  const { lifetime, share, query } = plan;
  const identity = JSON.stringify([merge.groupKey, ...members.keys()]);
  return {
    key: createHash('sha256').update(identity).digest('hex'),
    identity,
    columns: merge.statement.columns,
    lifetime,
    share,
    query: {
      ...query,
      statement: merge.statement,
      parameters: merge.parametersFor([...members.values()]),
      maxRows: query.maxRows * members.size,
    },
    renew: () => {
      throw new Error('Cannot renew a merged plan: only the plans of its members are kept');
    },
  };
}

async function distribute(
  source: Source,
  answer: Answer,
  waiters: readonly Waiter[],
  members: ReadonlyMap<string, Member>,
): Promise<void> {
  const [first] = waiters;
  if (!first) return;
  const shares = fairShares(answer.bytesBilled, waiters.length);
  const split = splitRows(answer, members.keys(), first.plan.query.maxRows);
  const uncertain: Billed[] = [];
  waiters.forEach((waiter, index) => {
    const own = split.get(memberKey(waiter.merge.member));
    const bytesBilled = shares[index] ?? 0;
    if (own) waiter.resolve({ ...answer, ...own, bytesBilled });
    else uncertain.push({ waiter, bytesBilled });
  });
  await runEach(source, uncertain);
}

/** A waiter and what its share of a run that did not answer it has cost. */
interface Billed {
  readonly waiter: Waiter;
  readonly bytesBilled: number;
}

/** Only a query that failed is tried for each member: whatever else stops it would stop them all. */
async function recover(source: Source, error: unknown, waiters: readonly Waiter[]): Promise<void> {
  if (error instanceof FieldstoneError && error.code === 'ENGINE_FAILED') {
    return runEachAlone(source, waiters);
  }
  for (const waiter of waiters) waiter.reject(error);
}

function runEachAlone(source: Source, waiters: readonly Waiter[]): Promise<void> {
  return runEach(
    source,
    waiters.map((waiter) => ({ waiter, bytesBilled: 0 })),
  );
}

async function runEach(source: Source, waiters: readonly Billed[]): Promise<void> {
  const queue = waiters.values();
  const work = async () => {
    // One iterator for all workers: each takes the next.
    for (const next of queue) await runAlone(source, next);
  };
  await Promise.all(Array.from({ length: SINGLE_RUNS }, work));
}

async function runAlone(source: Source, { waiter, bytesBilled }: Billed): Promise<void> {
  if (waiter.signal.aborted) return;
  try {
    const answer = await source.answer(waiter.plan, waiter.signal);
    waiter.resolve({ ...answer, bytesBilled: answer.bytesBilled + bytesBilled });
  } catch (error) {
    waiter.reject(error);
  }
}
