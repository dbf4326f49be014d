/** BigQuery bills a query for this much of each table that it reads at least. */
export const MIN_TABLE_BYTES = 10 * 2 ** 20;

const TIB = 2 ** 40;
/** More digits than a bill has; fewer than a double has at any sum. */
const MONEY_DIGITS = 6;

/** The price of bytes in US dollars, of which a TiB costs so many. */
export function price(bytes: number, pricePerTib: number): number {
  return Number(((bytes / TIB) * pricePerTib).toFixed(MONEY_DIGITS));
}
