import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManifestFile } from '../../../../src/engines/duckdb/store/manifest.ts';
import { newestFiles } from '../../../../src/engines/duckdb/store/newest-files.ts';

interface Row {
  readonly at: number;
  readonly tenant: string;
}

/** A file with such rows, some of which may be uncounted. */
function fileOf(rows: readonly Row[], isCounted: boolean): ManifestFile {
  const times = rows.map(({ at }) => at);
  const tenantRows: Record<string, number> = {};
  for (const { tenant } of rows) tenantRows[tenant] = (tenantRows[tenant] ?? 0) + 1;
  return {
    path: 'day=2026-07-01/a.parquet',
    rows: rows.length,
    bytes: 1,
    sha256: '',
    schema: 0,
    oldest: String(Math.min(...times)),
    newest: String(Math.max(...times)),
    hasSharedRows: false,
    imports: [],
    ...(isCounted && { tenantRows }),
  };
}

const row = fc.record({
  at: fc.nat({ max: 30 }),
  tenant: fc.constantFrom('a', 'b', 'constructor'),
});
const files = fc.array(fc.tuple(fc.array(row, { minLength: 1, maxLength: 8 }), fc.boolean()), {
  maxLength: 8,
});
const bound = fc.option(fc.nat({ max: 30 }), { nil: undefined });

test('newestFiles keeps the newest rows of a tenant, and all that are as old as the last of them', () => {
  fc.assert(
    fc.property(files, bound, bound, fc.nat({ max: 6 }), (stored, lower, upper, newest) => {
      const all = stored.map(([rows, isCounted]) => ({ rows, file: fileOf(rows, isCounted) }));
      const wanted = ({ at, tenant }: Row) =>
        tenant === 'a' &&
        (lower === undefined || at > lower) &&
        (upper === undefined || at <= upper);
      const timesIn = (kept: typeof all) =>
        kept.flatMap(({ rows }) => rows.filter(wanted).map(({ at }) => at)).sort((a, b) => b - a);

      const selection = { lower, upper, tenant: 'a', newest: BigInt(newest) };
      const kept = new Set(
        newestFiles(
          all.map(({ file }) => file),
          selection,
        ),
      );

      const everywhere = timesIn(all);
      const last = everywhere[newest - 1] ?? Number.NEGATIVE_INFINITY;
      const needed = newest === 0 ? [] : everywhere.filter((at) => at >= last);
      const found = timesIn(all.filter(({ file }) => kept.has(file)));
      expect(found.slice(0, needed.length)).toEqual(needed);
    }),
    { numRuns: 2_000 },
  );
});

test('newestFiles leaves out files that are older than enough rows', () => {
  const days = [3, 2, 1].map((day) =>
    fileOf(
      [
        { at: day * 10, tenant: 'a' },
        { at: day * 10 + 1, tenant: 'b' },
      ],
      true,
    ),
  );
  const all = { tenant: 'a', newest: undefined, lower: undefined, upper: undefined };
  const kept = (selection: object) => newestFiles(days, { ...all, ...selection }).length;

  expect([1n, 2n, 3n, 4n].map((newest) => kept({ newest }))).toEqual([1, 2, 3, 3]);
  expect(kept({ newest: 1n, upper: 30 })).toBe(2);
  expect(kept({ newest: 1n, tenant: undefined })).toBe(3);
  expect(kept({})).toBe(3);
});
