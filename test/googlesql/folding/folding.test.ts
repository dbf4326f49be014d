import { expect, it } from 'vitest';
import {
  FOLDING_FAULTS,
  type FoldingTrial,
  foldingOnDuckDb,
  tryFolding,
} from '../../fuzz/folding.ts';

/** `npm run fuzz:folding` compares more. */
const PAIRS = 400;

it('gives the rows of the unfolded statement, and the text of one without the filters', async () => {
  const duckdb = await foldingOnDuckDb();
  const trials: FoldingTrial[] = [];
  for (let seed = 0; seed < PAIRS; seed += 1) trials.push(await tryFolding(seed, duckdb));

  const wrong = trials.filter(({ outcome }) => FOLDING_FAULTS.has(outcome));
  expect(wrong).toEqual([]);
  const same = trials.filter(({ outcome }) => outcome === 'same');
  expect(same.length).toBeGreaterThan(PAIRS * 0.95);
  expect(same.filter(({ folded }) => !folded.includes('IS NULL OR')).length).toBeGreaterThan(
    PAIRS / 4,
  );
});
