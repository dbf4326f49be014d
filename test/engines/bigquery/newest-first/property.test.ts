import { expect, test } from 'vitest';
import { duckDbEvents } from '../../../fuzz/newest-first/duckdb-events.ts';
import { tryQuestions } from '../../../fuzz/newest-first/trials.ts';
import { Random } from '../../../fuzz/random.ts';

const QUESTIONS = 2_000;

const NAME =
  'the rows of steps are those of the whole statement, whatever is inserted between them';

test(NAME, { timeout: 300_000 }, async () => {
  const events = await duckDbEvents();
  try {
    const { faults, jobs } = await tryQuestions(QUESTIONS, new Random(49), events);
    expect(faults).toEqual([]);
    // One, two and three jobs are all taken often, and never more.
    expect(jobs).toHaveLength(4);
    expect(Math.min(...jobs.slice(1))).toBeGreaterThan(QUESTIONS / 20);
  } finally {
    events.close();
  }
});
