import { expect, test } from 'vitest';
import { createByteKeyv } from '../../src/cache/byte-keyv.ts';
import { Counters } from '../../src/cache/counters.ts';
import { KeyvCache } from '../../src/cache/keyv-cache.ts';
import { testPlan } from '../support/test-plan.ts';
import { describeSharedCache } from './contract.ts';

const nameOf = (key: string) => `entry:${key}`;

function openInMemory() {
  const keyv = createByteKeyv(new Map(), 'test');
  const counters = new Counters();
  const cache = new KeyvCache(keyv, { counters, nameOf, guard: (read) => read() });
  const put = async (key: string, bytes: Buffer) => void (await keyv.set(nameOf(key), bytes));
  return { cache, counters, put };
}

describeSharedCache('KeyvCache over a map', async () => openInMemory());

test('KeyvCache has nothing when its guard does not let it read', async () => {
  const counters = new Counters();
  const cache = new KeyvCache(createByteKeyv(new Map(), 'test'), {
    counters,
    nameOf,
    guard: () => Promise.reject(new Error('Not now')),
  });

  expect(await cache.get(testPlan('question'))).toBeUndefined();
  expect(counters.read('shared_miss')).toBe(0);
});
