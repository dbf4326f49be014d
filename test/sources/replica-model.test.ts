import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, Plan } from '../../src/sources/source.ts';
import { live } from '../support/live.ts';
import { REDIS_URL } from '../support/redis-level.ts';
import { openReplica, type Replica } from '../support/replica.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testPlan } from '../support/test-plan.ts';

const check = test.skipIf(!REDIS_URL);

/** A caller of one of the replicas, when it comes and, unless it stays, how long it waits; in milliseconds. */
interface Caller {
  readonly replica: number;
  readonly question: string;
  readonly comes: number;
  readonly waits: number | undefined;
}

const caller: fc.Arbitrary<Caller> = fc.record({
  replica: fc.nat(2),
  question: fc.constantFrom('x', 'y'),
  comes: fc.nat(20),
  waits: fc.option(fc.nat(15), { nil: undefined }),
});

/** A source for all replicas; it counts how many runs of a question there are at once. */
function countingSource() {
  const running = new Map<string, number>();
  let most = 0;
  const source = new ScriptedSource(async ({ identity }, { signal }) => {
    const count = (running.get(identity) ?? 0) + 1;
    running.set(identity, count);
    most = Math.max(most, count);
    try {
      await sleep(10, undefined, { signal });
      return { rows: [[source.plans.length]] };
    } finally {
      running.set(identity, (running.get(identity) ?? 0) - 1);
    }
  });
  return { source, most: () => most };
}

async function ask(replicas: readonly Replica[], plan: Plan, { replica, ...when }: Caller) {
  const controller = new AbortController();
  await sleep(when.comes);
  const answer = replicas[replica]?.flight.answer(plan, live({ signal: controller.signal }));
  if (when.waits !== undefined) {
    const { waits } = when;
    void sleep(waits).then(() => controller.abort(new Error('left')));
  }
  return answer;
}

function expectOwn(result: PromiseSettledResult<Answer | undefined>, { waits }: Caller): void {
  if (result.status === 'fulfilled') expect(result.value?.rows).toHaveLength(1);
  else expect([waits === undefined, String(result.reason)]).toEqual([false, 'Error: left']);
}

check(
  'replicas run a question once at a time, and all who stay get rows, whoever leaves',
  async () => {
    const { source, most } = countingSource();
    const first = await openReplica(source);
    const { namespace } = first;
    const replicas = [
      first,
      await openReplica(source, { namespace }),
      await openReplica(source, { namespace }),
    ];
    let questions = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(caller, { maxLength: 12, size: 'max' }), async (callers) => {
        questions += 1;
        const results = await Promise.allSettled(
          callers.map((each) => {
            const plan = testPlan(`${each.question} ${questions}`, { lifetime: undefined });
            return ask(replicas, plan, each);
          }),
        );

        results.forEach((result, i) => {
          const asked = callers[i];
          if (asked) expectOwn(result, asked);
        });
      }),
      { numRuns: 20 },
    );

    expect(most()).toBe(1);
  },
);
