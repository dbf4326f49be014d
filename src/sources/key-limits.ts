import type { EngineQuery } from '../engines/engine.ts';

/**
 * Whether the calling key has limits of its own on billed bytes.
 *
 * Such a key can be refused what others may run, so its runs must not answer other keys' requests.
 */
export function hasKeyLimits({ limits }: Pick<EngineQuery, 'limits'>): boolean {
  return limits?.keyBytes !== undefined || limits?.keyDailyBytes !== undefined;
}
