import type { RedisLevelOptions } from '../../src/redis/connect.ts';
import { ReplicaSingleFlight } from '../../src/sources/replica-single-flight.ts';
import { SingleFlight } from '../../src/sources/single-flight.ts';
import type { Answer, Plan, RunOptions, Source } from '../../src/sources/source.ts';
import { type LevelUnderTest, openLevelUp, REDIS_URL } from './redis-level.ts';
import { until } from './redis-server.ts';

/** The moment at which replicas live. */
export const NOW = 1_751_328_000_000_000n;

/** What `openReplica` takes. */
export interface ReplicaOptions extends Partial<RedisLevelOptions> {
  readonly clock?: () => bigint;
}

/** A process as far as runs are concerned, with a connection of its own. */
export interface Replica extends LevelUnderTest {
  readonly flight: { answer(plan: Plan, run: RunOptions): Promise<Answer> };
}

/** Opens a replica that runs plans on a source; replicas with one namespace share results and locks. */
export async function openReplica(
  source: Source,
  { url = REDIS_URL ?? '', clock = () => NOW, ...options }: ReplicaOptions = {},
): Promise<Replica> {
  const level = await openLevelUp(url, options);
  const { locks, counters } = level;
  const flight = new SingleFlight(new ReplicaSingleFlight({ source, locks, counters, clock }));
  return Object.assign(level, { flight });
}

/** A source whose runs end when the test says so; each answers its number. */
export class HeldSource implements Source {
  readonly #dataState: Answer['dataState'];

  /** `dataState` is the state of the data that the runs read. */
  constructor(dataState?: Answer['dataState']) {
    this.#dataState = dataState;
  }

  readonly runs: { readonly signal: AbortSignal; finish(): void; fail(error: Error): void }[] = [];

  answer(plan: Plan, { signal }: RunOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const number = this.runs.length + 1;
      const finish = () => resolve({ ...answerOf(number, plan), dataState: this.#dataState });
      this.runs.push({ signal, finish, fail: reject });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }

  /** Resolves when so many runs have begun. */
  async begun(count: number): Promise<void> {
    await until(() => this.runs.length >= count);
  }
}

function answerOf(number: number, { lifetime }: Plan): Answer {
  return {
    rows: [[number]],
    truncated: false,
    bytesBilled: 0,
    computedAt: NOW,
    cacheStatus: lifetime ? 'MISS' : 'BYPASS',
  };
}

/** Resolves when a replica has found a run of another. */
export async function waits({ counters }: Replica, times = 1): Promise<void> {
  await until(() => counters.read('replicas_waited') >= times);
}

/** Resolves when a replica has written so many results. */
export async function written({ counters }: Replica, times = 1): Promise<void> {
  await until(() => counters.read('shared_written') >= times);
}
