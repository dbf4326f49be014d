import { expect, test } from 'vitest';
import { Oracle } from './oracle.ts';
import { isOracleInstalled } from './package.ts';
import { judgePrinted } from './printed.ts';

/** BigQuery has it, the reference's version not yet. */
const NEWER = /: GROUP BY ALL is not supported/;

test.skipIf(!isOracleInstalled())(
  'the reference analyses every text that BigQuery is sent, with our columns (npm run oracle -- install)',
  async () => {
    const oracle = await Oracle.start();
    try {
      const { analysed, problems } = await judgePrinted(oracle);

      expect(problems.filter((problem) => !NEWER.test(problem))).toEqual([]);
      expect(analysed).toBeGreaterThan(400);
    } finally {
      oracle.stop();
    }
  },
);
