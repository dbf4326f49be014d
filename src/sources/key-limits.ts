import type { EngineQuery } from '../engines/engine.ts';

/**
 * Whether the key that asks has limits of its own on what is billed.
 *
 * It can then be refused what others may ask, so nobody else's question may be answered by its runs.
 */
export function hasKeyLimits({ limits }: Pick<EngineQuery, 'limits'>): boolean {
  return limits?.keyBytes !== undefined || limits?.keyDailyBytes !== undefined;
}
