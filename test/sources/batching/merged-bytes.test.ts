import { expect, test } from 'vitest';
import { openShop } from '../../examples/shop/open-shop.ts';

const AT_A_MOMENT = `-- Orders of a moment.
-- @cache off
SELECT o.id, o.customer_id FROM orders AS o WHERE o.ordered_at = @at ORDER BY o.id`;

/** What BigQuery bills a table for. */
const MINIMUM = 10 * 2 ** 20;

/** Of three days. */
const MOMENTS = ['2026-06-10T23:23:36Z', '2026-06-23T04:53:26Z', '2026-02-05T20:50:37Z'];

interface Read {
  readonly rows: readonly object[];
  readonly meta: { readonly bytesBilled: number; readonly bytesSaved: number };
}

/** One run for each number of members. */
const full = (maxMembers: number) => ({ windowMs: 60_000, maxMembers });

test.each([1, 1e6])(
  'a merged job reads the partitions that the single ones read, and says what it saved at least: scale %d',
  async (bytesScale) => {
    const files = { 'endpoints/order.sql': () => AT_A_MOMENT };
    const options = { engine: 'bigquery', files, bytesScale } as const;
    const shop = await openShop({ ...options, batching: full(MOMENTS.length) });
    const alone = await openShop({ ...options, batching: full(1) });
    const fields = MOMENTS.map(
      (at, i) => `a${i}: order(at: "${at}") { rows { id } meta { bytesBilled bytesSaved } }`,
    );

    const [merged = [], single = []] = await Promise.all(
      [shop, alone].map(async ({ graphql }) =>
        Object.values((await graphql<Record<string, Read>>(`{ ${fields.join(' ')} }`)).data),
      ),
    );

    expect([shop.runs.length, alone.runs.length]).toEqual([1, MOMENTS.length]);
    expect(merged.map(({ rows }) => rows.length)).toEqual(MOMENTS.map(() => 1));
    const bytesOf = (reads: readonly Read[]) =>
      reads.reduce((sum, { meta }) => sum + meta.bytesBilled, 0);
    expect(bytesOf(merged)).toBeLessThanOrEqual(bytesOf(single));
    const saved = merged.map(({ meta }) => meta.bytesSaved);
    expect(saved).toEqual(merged.map(({ meta }) => Math.max(0, MINIMUM - meta.bytesBilled)));
    expect(Math.max(...saved) > 0).toBe(bytesScale === 1);
    expect(saved.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(
      bytesOf(single) - bytesOf(merged),
    );
  },
);
