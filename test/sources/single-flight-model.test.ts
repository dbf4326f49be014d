import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FieldstoneError } from '../../src/errors.ts';
import { SingleFlight } from '../../src/sources/single-flight.ts';
import type { Answer, Plan, RunOptions, Source } from '../../src/sources/source.ts';
import { settled } from '../support/cached.ts';
import { live } from '../support/live.ts';
import { testPlan, testQuery } from '../support/test-plan.ts';

/** A question on data of one state. */
interface Asked {
  readonly question: string;
  readonly keyId: string;
  readonly data: string;
}

interface HeldRun extends Asked {
  readonly signal: AbortSignal;
  hasEnded: boolean;
  end(outcome: Outcome): void;
}

type Outcome = 'rows' | 'failure' | 'refusal';

/** A source whose runs end when the test says so; each answers its number. */
class HeldRuns implements Source {
  readonly all: HeldRun[] = [];

  answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const number = this.all.length;
    const held: HeldRun = {
      question: plan.identity,
      keyId: plan.queryAt(run).purpose.keyId,
      data: run.dataState?.local ?? '',
      signal: run.signal,
      hasEnded: false,
      end(outcome) {
        held.hasEnded = true;
        if (outcome === 'rows') resolve(answerOf(number));
        else if (outcome === 'failure') reject(new Error(`run ${number} failed`));
        else reject(new FieldstoneError('RATE_LIMITED', `run ${number} was refused`));
      },
    };
    run.signal.addEventListener('abort', () => {
      held.hasEnded = true;
      reject(run.signal.reason);
    });
    this.all.push(held);
    return promise;
  }

  get running(): readonly HeldRun[] {
    return this.all.filter(({ hasEnded }) => !hasEnded);
  }
}

const answerOf = (number: number): Answer => ({
  rows: [[number]],
  truncated: false,
  bytesBilled: 0,
  cacheStatus: 'MISS',
  computedAt: 0n,
});

/** A caller, the runs that it may wait for, and what it got. */
interface Waiting extends Asked {
  readonly controller: AbortController;
  readonly outcome: Promise<unknown>;
  hasLeft: boolean;
  got: unknown;
}

type Step = (
  | { readonly do: 'ask'; readonly asked: Asked }
  | { readonly do: 'leave'; readonly nth: number }
  | { readonly do: 'end'; readonly nth: number; readonly outcome: Outcome }
) & {
  /** Turns of the microtask queue before the next step; undefined: until nothing happens any more. */
  readonly turns: number | undefined;
};

const turns = fc.option(fc.nat(6), { nil: undefined, freq: 2 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      asked: fc.record({
        question: fc.constantFrom('x', 'y'),
        keyId: fc.constantFrom('a', 'b', 'limited'),
        data: fc.constantFrom('before', 'after'),
      }),
      turns,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), nth: fc.nat(5), turns }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      nth: fc.nat(2),
      outcome: fc.constantFrom<Outcome>('rows', 'rows', 'failure', 'refusal'),
      turns,
    }),
  },
);

function ask(flights: SingleFlight, asked: Asked): Waiting {
  const { purpose, ...query } = testQuery();
  const limits = asked.keyId === 'limited' ? { keyBytes: 1 } : {};
  const queryAt = () => ({ ...query, limits, purpose: { ...purpose, keyId: asked.keyId } });
  const dataState = { shared: 'names', local: asked.data };
  const controller = new AbortController();
  const outcome = flights
    .answer(testPlan(asked.question, { queryAt }), live({ signal: controller.signal, dataState }))
    .catch((error: Error) => error.message);
  const waiting: Waiting = { ...asked, controller, outcome, hasLeft: false, got: undefined };
  void outcome.then((got) => {
    waiting.got = got;
  });
  return waiting;
}

/** Takes a step; returns those who must have no rows after it: who leaves, or is refused with the run of its key. */
function take(each: Step, flights: SingleFlight, source: HeldRuns, callers: Waiting[]): Waiting[] {
  const waiting = callers.filter(({ got, hasLeft }) => got === undefined && !hasLeft);
  if (each.do === 'ask') {
    callers.push(ask(flights, each.asked));
  } else if (each.do === 'leave') {
    const caller = waiting[each.nth];
    if (!caller) return [];
    caller.hasLeft = true;
    caller.controller.abort(new Error('left'));
    return [caller];
  } else {
    const run = source.running[each.nth];
    run?.end(each.outcome);
    if (run && each.outcome === 'refusal' && run.keyId !== 'limited') {
      return waiting.filter((caller) => isSame(caller, run));
    }
  }
  return [];
}

const isSame = (left: Asked, right: Asked) => isOneRun(left, right) && left.keyId === right.keyId;

const isOneRun = (left: Asked, right: Asked) =>
  left.question === right.question && left.data === right.data;

/** What holds between runs and those who wait, when nothing happens. */
function expectSound({ running }: HeldRuns, callers: readonly Waiting[]): void {
  const waiting = callers.filter(({ got }) => got === undefined);
  for (const asked of ['x', 'y'].flatMap((question) => [
    { question, keyId: 'a', data: 'before' },
    { question, keyId: 'a', data: 'after' },
  ])) {
    const of = <Some extends Asked>(list: readonly Some[]) =>
      list.filter((each) => isOneRun(each, asked));
    const limited = of(running).filter(({ keyId }) => keyId === 'limited').length;
    expect(of(running).length - limited).toBeLessThanOrEqual(1);
    expect(limited).toBeLessThanOrEqual(1);
    expect(of(running).length > 0).toBe(of(waiting).length > 0);
    // A key with limits joins the others' run, but none of them joins its own.
    const others = of(waiting).some(({ keyId }) => keyId !== 'limited');
    if (others) expect(of(running).length - limited).toBe(1);
  }
}

/** What an answered caller got is of a run of its question, and the refusal or failure of one that it may join. */
function expectOwn({ question, keyId, data, hasLeft, got }: Waiting, source: HeldRuns): void {
  if (hasLeft && got === 'left') return;
  const isRows = typeof got === 'object';
  const number = isRows ? Number((got as Answer).rows[0]?.[0]) : Number(/\d+/.exec(`${got}`)?.[0]);
  const run = source.all[number];
  expect([run?.question, run?.data]).toEqual([question, data]);
  if (run?.keyId === 'limited') expect(keyId).toBe('limited');
  if (`${got}`.endsWith('refused')) expect(run?.keyId).toBe(keyId);
}

async function turn(turns: number | undefined): Promise<void> {
  if (turns === undefined) await settled();
  for (let i = 0; i < (turns ?? 0); i += 1) await Promise.resolve();
}

/** The runs that who asks starts: none where one runs that it may join. */
function startedBy(asked: Asked, running: readonly HeldRun[]): number {
  const joinable = running.filter((run) => [asked.keyId, 'a', 'b'].includes(run.keyId));
  return joinable.some((run) => isOneRun(run, asked)) ? 0 : 1;
}

/** Takes steps; between two after which nothing happens any more, it is known what they must do. */
async function takeAll(steps: readonly Step[], source: HeldRuns, callers: Waiting[]) {
  const flights = new SingleFlight(source);
  let isStill = true;
  for (const each of steps) {
    const before = source.running;
    const denied = take(each, flights, source, callers);
    if (isStill && each.do === 'ask') {
      expect(source.running.length - before.length).toBe(startedBy(each.asked, before));
    }
    await turn(each.turns);
    if (isStill && each.turns === undefined) {
      expectSound(source, callers);
      for (const { got } of denied) expect(got).toMatch(/left$|refused$/);
    }
    isStill = each.turns === undefined;
  }
}

async function finishAll(source: HeldRuns): Promise<void> {
  while (source.running.length > 0) {
    for (const run of source.running) run.end('rows');
    await settled();
  }
}

test('SingleFlight answers whoever comes and goes from one run, which ends when nobody waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const source = new HeldRuns();
      const callers: Waiting[] = [];
      await takeAll(steps, source, callers);
      await finishAll(source);
      await Promise.all(callers.map(({ outcome }) => outcome));

      for (const caller of callers) expectOwn(caller, source);
      const misses = callers.filter(({ got }) => (got as Answer).cacheStatus === 'MISS');
      expect(new Set(misses.map(({ got }) => (got as Answer).rows[0]?.[0])).size).toBe(
        misses.length,
      );
    }),
    { numRuns: 300 },
  );
});
