import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SchemaField } from '../../../../src/googlesql/table.ts';
import type { Row, Value } from '../../../../src/googlesql/value.ts';
import { duckDbLeaves } from '../../../fuzz/leaves/duckdb-leaves.ts';
import { tryLeaves } from '../../../fuzz/leaves/trials.ts';
import { STATEMENTS } from './random-statements.ts';
import { RANDOM_TABLES } from './random-tables.ts';
import { openLeaves } from './rig.ts';

const NAME = 'rows are those of the plain statement, whatever BigQuery lacks of the table';

test(NAME, { timeout: 600_000 }, async () => {
  const store = await duckDbLeaves();
  try {
    expect(await tryLeaves(2_000, 49, store)).toEqual([]);
  } finally {
    store.close();
  }
});

/** A row as it is imported. */
function recordOf(fields: readonly SchemaField[], values: readonly Value[]): object {
  return Object.fromEntries(
    fields.map(({ fields: nested, mode, name }, i) => {
      const value = values[i] ?? null;
      if (!nested || value === null) return [name, value];
      const record = (one: Value) => recordOf(nested, one as Row);
      return [name, mode === 'REPEATED' ? (value as Row).map(record) : record(value)];
    }),
  );
}

function sorted(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

test('BigQuery itself answers what the embedded engine does', async () => {
  const tables = fc.sample(
    RANDOM_TABLES.filter(({ isView }) => !isView),
    { numRuns: 2, seed: 49 },
  );
  for (const { fields, live, pinned, rows, table } of tables) {
    const open = (own: readonly Row[]) => {
      const records = own.map((row) => recordOf(fields, row));
      return openLeaves({ tenant: table.tenant, fields, live, rows: records });
    };
    const [all, mine] = [await open(rows), await open(pinned)];
    for (const { sql } of fc.sample(STATEMENTS, { numRuns: 5, seed: rows.length })) {
      const plain = all.compile(sql, 'plain');
      for (const [form, rig] of [
        ['plain', all],
        ['pinned', mine],
      ] as const) {
        expect([sql, sorted(await all.ask(all.compile(sql, form)))]).toEqual([
          sql,
          sorted(await rig.askEmbedded(plain)),
        ]);
      }
    }
  }
});
