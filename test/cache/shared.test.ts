import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { Counters } from '../../src/cache/counters.ts';
import { entryName, SharedCache } from '../../src/cache/shared.ts';
import { testPlan } from '../support/test-plan.ts';
import { describeSharedCache } from './shared-cache-contract.ts';

describeSharedCache('SharedCache over a map', async () => {
  const keyv = new Keyv<Buffer>();
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  const counters = new Counters();
  const put = async (key: string, bytes: Buffer) => void (await keyv.set(entryName(key), bytes));
  return { cache: new SharedCache(keyv, counters), counters, put };
});

test('SharedCache has nothing when its store cannot be read', async () => {
  const counters = new Counters();
  const get = () => Promise.reject(new Error('Not now'));
  const cache = new SharedCache({ get }, counters);

  expect(await cache.get(testPlan('question'))).toBeUndefined();
  expect(counters.read('shared_miss')).toBe(0);
});
