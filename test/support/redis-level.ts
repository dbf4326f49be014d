import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { Counters } from '../../src/cache/counters.ts';
import {
  openRedisLevel,
  type RedisLevel,
  type RedisLevelOptions,
} from '../../src/redis/connect.ts';
import { until } from './redis-server.ts';

/** The Redis that tests share, which they must not break. */
// biome-ignore lint/style/noProcessEnv: tests have no other place for it.
export const REDIS_URL = process.env['REDIS_URL'];

/** A level that is closed when the test ends, with what it counts and told. */
export interface LevelUnderTest extends RedisLevel {
  readonly counters: Counters;
  readonly namespace: string;
  readonly told: [string, Error | undefined][];
}

/** Opens a level on a Redis; its timeout is long, for tests that are not about it, on machines that are slow. */
export function openLevel(
  url: string,
  { namespace = `test-${randomUUID()}`, ...options }: Partial<RedisLevelOptions> = {},
): LevelUnderTest {
  const counters = new Counters();
  const told: LevelUnderTest['told'] = [];
  const level = openRedisLevel({
    url,
    namespace,
    timeoutMs: 5_000,
    counters,
    onState: (state, error) => told.push([state, error]),
    ...options,
  });
  onTestFinished(() => level.close());
  return { ...level, counters, namespace, told };
}

/** As `openLevel`, when Redis has answered. */
export async function openLevelUp(
  url: string,
  options?: Partial<RedisLevelOptions>,
): Promise<LevelUnderTest> {
  const level = openLevel(url, options);
  await until(() => level.link.isUp);
  return level;
}
