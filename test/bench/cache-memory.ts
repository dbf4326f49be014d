/**
 * `npm run bench -- cache-memory`: how much the memory of the process grows, in terms of `CACHE_MEMORY`, while the cache
 * is filled three times over with small answers: rows, their encodings, redacted rows, and answers to callers' SQL.
 */
import { SmallAnswers } from './cache-memory/service.ts';

const CACHE_BYTES = 64e6;
const QUESTIONS = 100_000;
const STEPS = 10;
const MAX_GROWTH = 2;

const service = await SmallAnswers.start(CACHE_BYTES);
try {
  await service.warmUp(20_000);
  const before = await service.held();
  let highest = before.rss;
  for (let step = 1; step <= STEPS; step += 1) {
    await service.fill(QUESTIONS / STEPS);
    const { rss, kept } = await service.held();
    highest = Math.max(highest, rss);
    process.stdout.write(
      `  ${(step * QUESTIONS) / STEPS} answers: ${megabytes(rss)} MB, of which the cache counts ${megabytes(kept)}\n`,
    );
  }
  const growth = (highest - before.rss) / CACHE_BYTES;
  const isMet = growth <= MAX_GROWTH;
  process.stdout.write(
    `  growth / CACHE_MEMORY: ${growth.toFixed(2)} (at most ${MAX_GROWTH})${isMet ? '' : ', missed'}\n`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  service.stop();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
