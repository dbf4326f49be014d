import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineQuery } from '../../../src/engines/engine.ts';
import { FieldstoneError } from '../../../src/errors.ts';
import { SCALARS } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { BatchingSource } from '../../../src/sources/batching/batching-source.ts';
import type { MergePart, MergeWay } from '../../../src/sources/batching/merging.ts';
import type { Plan } from '../../../src/sources/source.ts';
import { live } from '../../support/live.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { testPlan, testQuery } from '../../support/test-plan.ts';
import { NOTHING } from './test-members.ts';

const MAX_ROWS = 3;
const MEMBER_TYPE = { kind: 'ARRAY', element: SCALARS.STRING } as const;

/** A caller: the group and the member it asks for, and whether it leaves before the batch is run. */
interface Asked {
  readonly group: string;
  readonly member: string;
  readonly leaves: boolean;
}

interface World {
  readonly asked: readonly Asked[];
  readonly maxMembers: number;
  /** How many rows each member has. */
  readonly rowCounts: readonly number[];
  /** Whether merged queries limit the rows of each member. */
  readonly isLimited: boolean;
  /** Whether merged queries fail. */
  readonly isBroken: boolean;
}

const world: fc.Arbitrary<World> = fc
  .record({
    asked: fc.array(
      fc.record({
        group: fc.constantFrom('g', 'h'),
        member: fc.constantFrom(...'abcdef'),
        leaves: fc.nat(4).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 16, size: 'max' },
    ),
    maxMembers: fc.integer({ min: 2, max: 6 }),
    // Mostly few, so that the rows of a whole batch are seldom cut.
    rowCounts: fc.array(fc.oneof(fc.nat(2), fc.nat(9)), { minLength: 6, maxLength: 6 }),
    isLimited: fc.boolean(),
    isBroken: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  })
  .map((some) => ({
    ...some,
    asked: some.asked.map((each, i) => ({ ...each, leaves: each.leaves && !isLast(some, i) })),
  }));

/** Whether a caller fills a batch, which is run before it can leave. */
function isLast({ asked, maxMembers }: World, index: number): boolean {
  const group = asked[index]?.group;
  const upTo = asked.slice(0, index + 1).filter((each) => each.group === group);
  return upTo.length % maxMembers === 0;
}

function planOf({ group, member }: Asked): Plan {
  const queryAt = () => ({ ...testQuery(), maxRows: MAX_ROWS });
  const way: MergeWay = {
    groupKey: group,
    member,
    statement: () => NOTHING,
    parametersFor: (members) => new Map([['_members', { type: MEMBER_TYPE, value: members }]]),
  };
  const merge: MergePart = { familyKey: group, ways: [way], queryAt };
  return testPlan(`${group}${member}`, { queryAt, mergeAt: () => merge });
}

const membersOf = ({ parameters }: EngineQuery) =>
  parameters.get('_members')?.value as readonly string[] | undefined;

/** All rows of a member in a group. */
function rowsOf({ group, member }: Pick<Asked, 'group' | 'member'>, { rowCounts }: World): Row[] {
  const count = rowCounts['abcdef'.indexOf(member)] ?? 0;
  return Array.from({ length: count }, (_, i) => [`${group}${member}${i}`]);
}

/** Rows as an engine cuts them. */
function cut(rows: readonly Row[], { maxRows }: Pick<EngineQuery, 'maxRows'>) {
  return { rows: rows.slice(0, maxRows), truncated: rows.length > maxRows };
}

/** An engine that keeps what each of its runs was billed: another amount every time. */
function engineOf(world: World) {
  const bills: number[] = [];
  const source = new ScriptedSource((plan, run) => {
    const query = plan.queryAt(run);
    const members = membersOf(query);
    if (members && world.isBroken) throw new FieldstoneError('ENGINE_FAILED', 'The query failed');
    const bytesBilled = 1_000 + 7 * source.plans.length;
    bills.push(bytesBilled);
    if (!members) return { ...cut(rowsOf(singleOf(plan), world), query), bytesBilled };
    const group = groupOf(plan);
    // The statement limits the rows of each member; where it did not, the engine would cut them.
    const most = world.isLimited ? MAX_ROWS + 1 : Number.POSITIVE_INFINITY;
    const rows = members.flatMap((member, position) =>
      rowsOf({ group, member }, world)
        .slice(0, most)
        .map((row) => [position, ...row]),
    );
    return { ...cut(rows, query), bytesBilled };
  });
  return { source, bills };
}

const singleOf = ({ identity: [group = '', member = ''] }: Plan) => ({ group, member });

const askedOf = (plan: Plan) => membersOf(plan.queryAt(live())) ?? [singleOf(plan).member];

const groupOf = (plan: Plan): string =>
  membersOf(plan.queryAt(live())) ? JSON.parse(plan.identity)[0] : singleOf(plan).group;

/** Asks for all at once; who leaves does so before the batch is full or its window ends. */
function askAll(source: ScriptedSource, { asked, maxMembers }: World) {
  const batching = new BatchingSource(source, { windowMs: 1, maxMembers });
  return Promise.allSettled(
    asked.map((each) => {
      const controller = new AbortController();
      const answer = batching.answer(planOf(each), live({ signal: controller.signal }));
      if (each.leaves) controller.abort(new Error('left'));
      return answer;
    }),
  );
}

test('BatchingSource answers each as a run of its own would, and bills all for what was billed', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (some) => {
      const { source, bills } = engineOf(some);

      const answers = await askAll(source, some);

      const staying = answers.flatMap((answer, i) => (some.asked[i]?.leaves ? [] : [answer]));
      const expected = some.asked
        .filter(({ leaves }) => !leaves)
        .map((each) => ({ value: cut(rowsOf(each, some), { maxRows: MAX_ROWS }) }));
      expect(staying).toMatchObject(expected);
      expect(
        staying
          .map((answer) => (answer.status === 'fulfilled' ? answer.value.bytesBilled : 0))
          .reduce((sum, bytes) => sum + bytes, 0),
      ).toBe(bills.reduce((sum, bytes) => sum + bytes, 0));
      const left = answers.filter((_, i) => some.asked[i]?.leaves);
      for (const answer of left) expect(answer).toMatchObject({ reason: { message: 'left' } });
    }),
    { numRuns: 200 },
  );
});

/** The members of the runs that a group needs: who is alone in a batch has a run of its own. */
function runsOf(group: string, { asked, maxMembers }: World): readonly (readonly string[])[] {
  const own = asked.filter((each) => each.group === group);
  const starts = own.flatMap((_, i) => (i % maxMembers === 0 ? [i] : []));
  return starts.flatMap((start) => {
    const batch = own.slice(start, start + maxMembers).filter(({ leaves }) => !leaves);
    const members = new Set(batch.map(({ member }) => member));
    return members.size < 2 ? batch.map(({ member }) => [member]) : [[...members]];
  });
}

test('BatchingSource puts each caller into one batch, none larger than allowed, and nobody who has left', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (some) => {
      const { source } = engineOf({ ...some, isBroken: false, rowCounts: [] });

      await askAll(source, some);

      for (const group of ['g', 'h']) {
        const ran = source.plans.filter((plan) => groupOf(plan) === group).map(askedOf);
        expect(ran.map(String).sort()).toEqual(runsOf(group, some).map(String).sort());
      }
    }),
    { numRuns: 200 },
  );
});
