import { formatByteSize } from '../../../config/byte-size.ts';
import { alignColumns } from '../../query/table.ts';
import { type PriceChange, ratioText } from './compare-prices.ts';
import type { Pricing } from './price-endpoints.ts';

/** Prices as a table: with the examples and without optional arguments, now and before. */
export function printPrices(lines: readonly PriceChange[]): readonly string[] {
  const head = ['endpoint', 'examples', 'before', 'ratio', 'required', 'before', 'ratio', 'prunes'];
  return alignColumns([[...head, 'before'], ...lines.map(cellsOf)]);
}

function cellsOf({ before, endpoint, now }: PriceChange): string[] {
  if ('fault' in now) {
    return [endpoint, now.fault === 'refused' ? 'refused' : 'not priced: add @example'];
  }
  const earlier = before && !('fault' in before) ? before : undefined;
  const sizes = (run: 'examples' | 'required') => {
    if (!earlier) return [formatByteSize(now[run]), '', ''];
    const [from, to] = [earlier[run], now[run]];
    const ratio = from === to ? '1' : ratioText(from, to);
    return [formatByteSize(to), formatByteSize(from), ratio];
  };
  return [endpoint, ...sizes('examples'), ...sizes('required'), prunes(now), prunes(earlier)];
}

function prunes(price: Pricing | undefined): string {
  if (!price || 'fault' in price) return '';
  return price.prunes ? 'yes' : 'no';
}
