import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderTies, rowKeys } from '../../../src/catalog/views/view-keys.ts';
import type { Row } from '../../../src/googlesql/value.ts';

const KEYS = rowKeys({ timestampIndex: 1, idIndex: 0 });

/** Rows as an engine gives them: ordered by their keys, and of one key in any order. */
const TIES = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', null),
      fc.constantFrom(1, 2n ** 60n),
      fc.array(fc.oneof(fc.nat(3), fc.constant(2n ** 62n))),
    ),
  )
  .map((rows) => rows.map((row): Row => row));

function byKey(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (left, right) =>
      Number(KEYS.timestamp(right) > KEYS.timestamp(left)) -
        Number(KEYS.timestamp(right) < KEYS.timestamp(left)) ||
      Number(KEYS.id(left) === null) - Number(KEYS.id(right) === null),
  );
}

test('orderTies gives rows of one key one order, however they come, and moves none past another key', () => {
  fc.assert(
    fc.property(TIES, fc.infiniteStream(fc.nat()), (rows, places) => {
      const shuffled = rows
        .map((row) => ({ row, place: places.next().value }))
        .sort((left, right) => left.place - right.place)
        .map(({ row }) => row);

      const ordered = orderTies(byKey(rows), KEYS);

      expect(ordered).toEqual(orderTies(byKey(shuffled), KEYS));
      expect(ordered.map((row) => row.slice(0, 2))).toEqual(
        byKey(rows).map((row) => row.slice(0, 2)),
      );
    }),
  );
});
