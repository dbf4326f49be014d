import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../../src/googlesql/value.ts';
import { STATEMENTS } from './random-statements.ts';
import { RANDOM_TABLES } from './random-tables.ts';
import { openLeaves } from './rig.ts';

const TABLES = 10;
const QUESTIONS = 25;

/** The rows as a multiset. */
function textsOf(rows: readonly Row[]): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    .toSorted();
}

test.each(fc.sample(RANDOM_TABLES, { numRuns: TABLES, seed: 49 }).map((table, i) => [i, table]))(
  'rows are those of the plain statement, whatever the table lacks: %i',
  async (seed, table) => {
    const all = await openLeaves(table);
    const own = await openLeaves({ ...table, rows: table.own });
    const questions = fc.sample(STATEMENTS, { numRuns: QUESTIONS, seed });

    for (const { isOpen, sql } of questions) {
      const mine = own.compile(sql, 'plain');
      const truth = textsOf(await own.askEmbedded(mine));
      const whole = textsOf(await all.askEmbedded(mine));

      expect([sql, textsOf(await all.ask(all.compile(sql, 'plain')))]).toEqual([sql, whole]);
      expect([sql, textsOf(await all.ask(all.compile(sql, 'pinned')))]).toEqual([sql, truth]);
      if (!isOpen) continue;
      expect([sql, textsOf(await all.ask(all.compile(sql, 'open')))]).toEqual([sql, truth]);
    }
  },
);
