import { afterAll, expect, test } from 'vitest';
import { JOBS } from './jobs.ts';
import { MANY } from './many.ts';
import { REQUESTS } from './requests.ts';
import type { Situation } from './rig.ts';
import { SCHEMAS } from './schemas.ts';
import { START } from './start.ts';

const SITUATIONS: readonly Situation[] = [...REQUESTS, ...JOBS, ...SCHEMAS, ...START, ...MANY];

/** Tries the long situations, or all others, and prints what was expected of each, what was seen and what it cost. */
export function trySituations({ areLong }: { readonly areLong: boolean }): void {
  const lines: string[] = [];

  test.each(SITUATIONS.filter(({ isLong = false }) => isLong === areLong))(
    '$name: $expected',
    async (situation) => {
      const { seen, server } = await situation.try();

      const { counters } = server;
      lines.push(
        [
          situation.name.padEnd(58),
          situation.expected.padEnd(38),
          seen.padEnd(38),
          `${counters.jobs} jobs`,
          `${(counters.bytesBilled / 2 ** 20).toFixed(0)} MiB`,
        ].join(' '),
      );
      expect(seen).toBe(situation.expected);
      // A job that failed is not billed, and one question is billed once.
      const billed = counters.bytesBilled / (10 * 2 ** 20);
      expect(billed).toBeLessThanOrEqual(situation.billed ?? 1);
    },
    60_000,
  );

  afterAll(() => {
    const head = `${'situation'.padEnd(58)} ${'expected'.padEnd(38)} ${'seen'.padEnd(38)} cost`;
    process.stdout.write(`\n${head}\n${lines.join('\n')}\n`);
  });
}
