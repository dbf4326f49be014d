import { systemClock } from '../../../async/system-clock.ts';
import type { PreparedEndpoint } from '../../../catalog/prepare.ts';
import type { BigQueryConfig } from '../../../config/config.ts';
import { messageOf } from '../../../errors.ts';
import { comparePrices, type PriceChange } from './compare-prices.ts';
import { type EarlierPrices, type Prices, priceEarlier } from './price-project.ts';
import { withProjectAt } from './project-at.ts';

/** The prices of endpoints now and earlier, by endpoint. */
export interface PriceReport {
  readonly lines: readonly PriceChange[];
  readonly notes: readonly string[];
}

/** What is priced, and where. */
export interface PricedProject {
  readonly folder: string;
  readonly endpoints: readonly PreparedEndpoint[];
  readonly prices: Prices;
  readonly config: BigQueryConfig;
}

/** Prices a project's endpoints also as they were at a commit; without one, what they cost now is all. */
export async function priceSince(
  { config, endpoints, folder, prices }: PricedProject,
  commit: string | undefined,
): Promise<PriceReport> {
  const notes = endpoints.flatMap(({ definition: { name } }) => {
    const price = prices.get(name);
    const isMissing = price && 'fault' in price && price.fault === 'no example';
    return isMissing ? [`${name}: not priced: add @example`] : [];
  });
  const read = (copy: string) => priceEarlier(copy, config, endpoints, systemClock());
  const before =
    commit === undefined
      ? undefined
      : await withProjectAt(folder, commit, read).catch((error: unknown): EarlierPrices => {
          return { prices: new Map(), endpoints: [], faults: [messageOf(error)] };
        });
  const faults = before?.faults.map((fault) => `Not all prices before are known: ${fault}`) ?? [];
  const lines = endpoints.flatMap(({ definition: { name, settings } }): readonly PriceChange[] => {
    const now = prices.get(name);
    if (!now) return [];
    const cap = capOf(settings.maxBytesBilled, config);
    return [{ endpoint: name, now, cap, ...earlierPrice(before, name, config) }];
  });
  return { lines, notes: [...notes, ...faults] };
}

function earlierPrice(earlier: EarlierPrices | undefined, name: string, config: BigQueryConfig) {
  const endpoint = earlier?.endpoints.find(({ definition }) => definition.name === name);
  const capBefore = capOf(endpoint?.definition.settings.maxBytesBilled, config);
  return { before: earlier?.prices.get(name), capBefore };
}

/** What a query of an endpoint may bill: its own cap, and that of all queries. */
function capOf(own: number | undefined, { maxBytesBilled }: BigQueryConfig): number {
  return Math.min(own ?? Number.POSITIVE_INFINITY, maxBytesBilled);
}

/** What a reviewer must know of the prices. */
export function priceChanges({ lines }: PriceReport) {
  return lines.flatMap(comparePrices);
}
