import type { EngineQuery } from './engine.ts';

/** All background refreshes count as this key, which is no valid key id. */
const WARM = '(warm)';

/** The key that a query counts towards. */
export function slotKey({ purpose }: Pick<EngineQuery, 'purpose'>): string {
  return purpose.via === 'warm' ? WARM : purpose.keyId;
}
