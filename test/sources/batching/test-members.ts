import type { EngineQuery } from '../../../src/engines/engine.ts';
import type { Statement } from '../../../src/googlesql/analysis/analyze.ts';
import { arrayOf, SCALARS } from '../../../src/googlesql/types.ts';
import { BatchingSource } from '../../../src/sources/batching/batching-source.ts';
import type { Member, MergePart, MergeWay } from '../../../src/sources/batching/merging.ts';
import type { Answer, Plan } from '../../../src/sources/source.ts';
import { compileStatement } from '../../engines/compile-query.ts';
import { live } from '../../support/live.ts';
import type { ScriptedSource } from '../../support/scripted-source.ts';
import { testPlan, testQuery } from '../../support/test-plan.ts';

/** The merged statement, which no engine sees. */
export const NOTHING: Statement = {
  ...compileStatement('SELECT 1 AS n', {}, new Map()),
  columns: [],
};

/** The most rows of each member. */
export const MAX_ROWS = 3;

/** How a plan is merged over one parameter. */
export function wayOf(member: Member, groupKey: string): MergeWay {
  return {
    groupKey,
    member,
    statement: () => NOTHING,
    parametersFor: (members) =>
      new Map([['_members', { type: arrayOf(SCALARS.STRING), value: members }]]),
  };
}

/** A plan of a group, whose single run is known by its member. */
export function plan(member: Member, groupKey = 'group', keyId = 'key'): Plan {
  const { purpose, ...rest } = testQuery();
  const query = { ...rest, maxRows: MAX_ROWS, purpose: { ...purpose, keyId } };
  const way = wayOf(member, groupKey);
  const merge: MergePart = { familyKey: groupKey, ways: [way], queryAt: () => query };
  return testPlan(`${groupKey} ${member}`, { queryAt: () => query, mergeAt: () => merge });
}

/** The members of a merged run; undefined for a single one. */
export const membersOf = ({ parameters }: EngineQuery) =>
  parameters.get('_members')?.value as readonly Member[] | undefined;

/** Full at the second plan, so that no test waits for a clock. */
export const pairs = (source: ScriptedSource, maxMembers = 2) =>
  new BatchingSource(source, { windowMs: 60_000, maxMembers });

/** Asks for all at once. */
export function askAll(source: BatchingSource, plans: readonly Plan[]): Promise<readonly Answer[]> {
  return Promise.all(plans.map((each) => source.answer(each, live())));
}

/** The rows of each answer. */
export const rowsOf = (answers: readonly Answer[]) => answers.map(({ rows }) => rows);
