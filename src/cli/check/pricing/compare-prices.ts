import { formatByteSize } from '../../../config/byte-size.ts';
import type { Change } from '../../../contract/change.ts';
import { changesOf, type Finding } from '../../../contract/kinds/kinds.ts';
import type { Price, Pricing } from './price-endpoints.ts';

/** The prices of an endpoint now and at the commit that it is compared with, and what its queries may bill. */
export interface PriceChange {
  readonly endpoint: string;
  readonly now: Pricing;
  /** Undefined where it was not there, or cannot be priced. */
  readonly before: Pricing | undefined;
  /** In bytes. */
  readonly cap: number;
  readonly capBefore: number;
}

/** By how much a query may grow before it is a change. */
const RATIO = 2;

/** What a reviewer must know of what an endpoint costs. */
export function comparePrices({
  before,
  cap,
  capBefore,
  endpoint,
  now,
}: PriceChange): readonly Change[] {
  if ('fault' in now) return [];
  const earlier = before && !('fault' in before) ? before : undefined;
  const lost = earlier?.prunes === true && !now.prunes;
  const findings = [
    growth({ before: earlier, now, cap, capBefore }),
    lost ? costFinding('pruning-lost', { now: formatByteSize(now.examples) }) : undefined,
  ];
  return findings.flatMap((finding) => (finding ? changesOf(endpoint, finding) : []));
}

const RUNS = [
  ['examples', 'its example arguments'],
  ['required', 'none of its optional arguments'],
] as const;

interface Growth extends Omit<PriceChange, 'endpoint' | 'now' | 'before'> {
  readonly now: Price;
  readonly before: Price | undefined;
}

/** The worst of what has happened to the bytes of its runs. */
function growth({ before, cap, capBefore, now }: Growth): Finding | undefined {
  const above = RUNS.find(([run]) => now[run] > cap && !(before && before[run] > capBefore));
  if (above) {
    const [run, args] = above;
    const words = { now: formatByteSize(now[run]), cap: formatByteSize(cap) };
    return costFinding('bytes-above-cap', { arguments: args, ...words });
  }
  const doubled = RUNS.find(([run]) => before && now[run] > 0 && now[run] >= RATIO * before[run]);
  if (!doubled || !before) return undefined;
  const [run, args] = doubled;
  return costFinding('bytes-doubled', {
    arguments: args,
    before: formatByteSize(before[run]),
    now: formatByteSize(now[run]),
    ratio: ratioText(before[run], now[run]),
  });
}

/** How many times as much is read; `∞` where nothing was. */
export function ratioText(before: number, now: number): string {
  return before === 0 ? '∞' : String(Number((now / before).toFixed(1)));
}

function costFinding(kind: Finding['kind'], words: Finding['words']): Finding {
  return { kind, subject: { part: 'endpoint' }, words: words ?? {} };
}
