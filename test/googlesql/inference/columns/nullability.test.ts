import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShop } from './describe-shop.ts';

/** A statement over the shop's tables, read by hand: whether each column can be NULL, and why. */
interface Reading {
  readonly sql: string;
  readonly columns: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly why: string;
  }[];
}

const readings: readonly Reading[] = JSON.parse(
  readFileSync(new URL('./nullability.readings.json', import.meta.url), 'utf8'),
);

test.each(readings)('$sql', ({ sql, columns }) => {
  const proven = describeShop(sql).map(({ name, type }) => [name, type.isRequired]);

  expect(proven).toEqual(columns.map(({ name, required }) => [name, required]));
});
