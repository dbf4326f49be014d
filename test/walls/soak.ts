import { setTimeout as sleep } from 'node:timers/promises';
import { SmallAnswers } from '../bench/cache-memory/service.ts';
import type { WallPart } from './part.ts';

const CACHE_BYTES = 16e6;
/** Several times what the cache holds. */
const FILLING = 30_000;
/** Answers between two looks at the memory. */
const STEP = 500;
const MAX_GROWTH = 0.01;
/** Of live memory, a second apart. */
const READINGS = 4;
/** Of live memory in a quarter of a minute, in which little of it is collected. */
const MAX_SHORT_LIVE_GROWTH = 0.05;

/** A process whose cache is full and goes on being filled does not grow. */
export const soak: WallPart = {
  name: 'soak',
  async run({ long }) {
    const service = await SmallAnswers.start(CACHE_BYTES, '--expose-gc');
    try {
      await service.warmUp(5_000);
      await service.fill(long ? 4 * FILLING : FILLING);
      const before = await liveMemory(service);
      const rss = await fillFor(service, long ? 10 : 0.25);
      const live = (await liveMemory(service)) / before - 1;
      const summary = `${percent(rss)} of resident and ${percent(live)} of live memory`;
      // A quarter of a minute is too short for resident memory: V8 reaches its highest peak, whose pages stay, within minutes.
      const isTooMuch = long ? Math.max(rss, live) > MAX_GROWTH : live > MAX_SHORT_LIVE_GROWTH;
      if (isTooMuch) throw new Error(`memory grew by ${summary}`);
      return `memory grew by ${summary}`;
    } finally {
      service.stop();
    }
  },
};

/** Fills the cache for some minutes; the growth of the resident memory from the first third of them to the last. */
async function fillFor(service: SmallAnswers, minutes: number): Promise<number> {
  const sizes: number[] = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end || sizes.length < 9) {
    await service.fill(STEP);
    sizes.push((await service.held()).rss);
  }
  const third = Math.floor(sizes.length / 3);
  return median(sizes.slice(-third)) / median(sizes.slice(0, third)) - 1;
}

/** The least of some readings: right after a load there is what ends with its last second, and longer on a busy machine. */
async function liveMemory(service: SmallAnswers): Promise<number> {
  const readings: number[] = [];
  for (let i = 0; i < READINGS; i += 1) {
    await sleep(1_000);
    readings.push((await service.held('live')).live);
  }
  return Math.min(...readings);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
