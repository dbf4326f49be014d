import type { Plan, RunOptions, Source } from '../source.ts';
import { type GroupMember, type MemberOutcome, RUN_ALONE, runGroup } from './group-run.ts';
import type { MergePart } from './merging.ts';

/** A plan in a batch, with the run options of its caller. */
export interface BatchMember {
  readonly plan: Plan;
  readonly merge: MergePart;
  readonly run: RunOptions;
}

/**
 * Answers the members of a family's batch with one run for each group of plans that differ in one parameter only;
 * outcomes are in the members' order. Groups are made over the parameter that makes the fewest.
 */
export async function runBatch(
  source: Source,
  batch: readonly BatchMember[],
): Promise<readonly (MemberOutcome | Error)[]> {
  const outcomes = batch.map((): MemberOutcome | Error => RUN_ALONE);
  const run = async (group: readonly PlacedMember[]) => {
    const own = await runGroup(source, group).catch((error: unknown) =>
      group.map(() => asError(error)),
    );
    for (const [i, { place }] of group.entries()) outcomes[place] = own[i] ?? RUN_ALONE;
  };
  await Promise.all(fewestGroups(batch).map(run));
  return outcomes;
}

/** A member of a group with its place in the batch. */
interface PlacedMember extends GroupMember {
  readonly place: number;
}

function fewestGroups(batch: readonly BatchMember[]): readonly (readonly PlacedMember[])[] {
  const count = batch[0]?.merge.ways.length ?? 0;
  const choices = Array.from({ length: count }, (_, index) => groupsOver(batch, index));
  const [first = [], ...others] = choices;
  return others.reduce((best, groups) => (groups.length < best.length ? groups : best), first);
}

function groupsOver(batch: readonly BatchMember[], index: number) {
  const members = batch.flatMap(({ merge, ...member }, place): PlacedMember[] => {
    const way = merge.ways[index];
    return way ? [{ ...member, way, place }] : [];
  });
  return [...Map.groupBy(members, ({ way }) => way.groupKey).values()];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
