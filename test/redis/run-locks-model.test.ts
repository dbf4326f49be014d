import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CacheEntry } from '../../src/cache/entry.ts';
import type { Lease } from '../../src/cache/shared.ts';
import type { Plan } from '../../src/sources/source.ts';
import { type LevelUnderTest, openLevel, REDIS_URL } from '../support/redis-level.ts';
import { until } from '../support/redis-server.ts';
import { testPlan } from '../support/test-plan.ts';

const REPLICAS = 3;

const entryOf = (n: number): CacheEntry => ({
  rows: [[n]],
  truncated: false,
  bytesBilled: 0,
  computedAt: BigInt(n),
});

interface Step {
  readonly do: 'claim' | 'publish' | 'release' | 'look';
  readonly replica: number;
  readonly question: 'kept' | 'other' | 'never kept';
  readonly n: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('claim', 'publish', 'release', 'look'),
  replica: fc.nat({ max: REPLICAS - 1 }),
  question: fc.constantFrom('kept', 'other', 'never kept'),
  n: fc.nat({ max: 1_000 }),
});

/** What is known of a question: who runs it, how the run before ended, and what is kept. */
interface Known {
  plan: Plan;
  running: { readonly replica: number; readonly lease: Lease; readonly holder: string } | undefined;
  ended: { readonly holder: string; readonly entry: CacheEntry | undefined } | undefined;
  kept: CacheEntry | undefined;
}

/** Replicas on one Redis, and what each question must be like there. */
class Replicas {
  readonly #levels: readonly LevelUnderTest[];
  readonly #known = new Map<string, Known>();
  readonly #run: string;

  constructor(levels: readonly LevelUnderTest[], run: string) {
    this.#levels = levels;
    this.#run = run;
  }

  async take({ do: what, replica, question, n }: Step): Promise<void> {
    const known = this.#knownOf(question);
    if (what === 'claim') await this.#claim(replica, known);
    if (what === 'look') await this.#look(replica, known);
    if (what === 'publish') await this.#end(known, entryOf(n));
    if (what === 'release') await this.#end(known, undefined);
  }

  #level(replica: number): LevelUnderTest {
    const level = this.#levels[replica % REPLICAS];
    if (!level) throw new Error(`There is no replica ${replica}`);
    return level;
  }

  #knownOf(question: Step['question']): Known {
    const found = this.#known.get(question);
    if (found) return found;
    const never = question === 'never kept' && { lifetime: undefined };
    const plan = testPlan(`${question} ${this.#run}`, { ...never });
    const made = { plan, running: undefined, ended: undefined, kept: undefined };
    this.#known.set(question, made);
    return made;
  }

  async #claim(replica: number, known: Known): Promise<void> {
    const claim = await this.#level(replica).locks.claim(known.plan);
    if (known.running) {
      expect(claim).toEqual({ kind: 'taken', holder: known.running.holder });
      return;
    }
    if (claim.kind !== 'mine') throw new Error(`The claim is ${claim.kind}`);
    expect(claim.entry).toEqual(known.kept);
    // The others learn whom they wait for.
    const other = await this.#level(replica + 1).locks.claim(known.plan);
    if (other.kind !== 'taken') throw new Error(`The second claim is ${other.kind}`);
    known.running = { replica, lease: claim.lease, holder: other.holder };
  }

  async #look(replica: number, { plan, running, ended }: Known): Promise<void> {
    const { locks } = this.#level(replica);
    if (running) expect(await locks.look(plan, running.holder)).toEqual({ kind: 'running' });
    if (!ended) return;
    expect(await locks.look(plan, ended.holder)).toEqual(
      ended.entry ? { kind: 'ended', entry: ended.entry } : { kind: 'gone' },
    );
  }

  async #end(known: Known, entry: CacheEntry | undefined): Promise<void> {
    if (!known.running) return;
    const { holder, lease, replica } = known.running;
    await (entry ? lease.publish(entry) : lease.release());
    // An answer on the same connection comes after what was sent before.
    await this.#level(replica).counter.add('sent', 1, 60);
    known.running = undefined;
    if (entry && known.plan.lifetime) known.kept = entry;
    known.ended = { holder, entry };
  }
}

test.skipIf(!REDIS_URL)(
  'replicas agree on who runs a question, how that ended and what is kept, whatever they do',
  async () => {
    const first = openLevel(REDIS_URL ?? '', { lockMs: 60_000 });
    const { namespace } = first;
    const others = [1, 2].map(() => openLevel(REDIS_URL ?? '', { lockMs: 60_000, namespace }));
    const levels = [first, ...others];
    await until(() => levels.every(({ link }) => link.isUp));
    let runs = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        runs += 1;
        const replicas = new Replicas(levels, `${runs}`);
        for (const each of steps) await replicas.take(each);
      }),
    );
  },
);
