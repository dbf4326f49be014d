import type { RunOptions } from '../sources/source.ts';
import type { RequestPlan } from './plan.ts';
import type { RequestRunner } from './runner.ts';

/** What bytes cost in US dollars; undefined where slots are paid for instead. */
export type PriceOf = (bytes: number) => number | undefined;

/** What a run would be billed for. */
export interface EstimatedCost {
  /** Null for a key with a pinned tenant: the bytes are those of all tenants. */
  readonly bytes: number | null;
  /** In US dollars; null where the bytes are, and with slot pricing. */
  readonly cost: number | null;
}

/** What a run of a plan would be billed for, by a dry run that is at most a minute old; nothing is run. */
export async function estimatedCost(
  runner: Pick<RequestRunner, 'estimate'>,
  plan: RequestPlan,
  run: RunOptions,
  priceOf: PriceOf,
): Promise<EstimatedCost> {
  const bytes = await runner.estimate(plan, run);
  if (bytes === undefined) return { bytes: 0, cost: 0 };
  if (plan.isPinned) return { bytes: null, cost: null };
  return { bytes, cost: priceOf(bytes) ?? null };
}
