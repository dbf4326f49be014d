import { formatByteSize } from '../config/byte-size.ts';
import { FieldstoneError } from '../errors.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { EngineQuery } from './engine.ts';

/** Maximum bytes billed for one run, and the error message beyond it. */
export interface CostLimit {
  readonly bytes: number;
  readonly message: string;
}

/**
 * The lowest of the limits on a run; throws `COST_LIMIT_EXCEEDED` if the key's daily limit is used up.
 *
 * Only the endpoint's limit applies to warming, which no key requests.
 */
export function costLimit(
  { limits = {}, purpose }: Pick<EngineQuery, 'limits' | 'purpose'>,
  defaultBytes: number,
  budget: ByteBudget,
): CostLimit {
  const endpointBytes = limits.endpointBytes ?? defaultBytes;
  const candidates = [limitOf(endpointBytes, `endpoint "${purpose.endpoint}"`)];
  if (purpose.via !== 'warm') {
    const { keyBytes, keyDailyBytes } = limits;
    if (keyBytes !== undefined) candidates.push(limitOf(keyBytes, 'this key'));
    if (keyDailyBytes !== undefined) {
      candidates.push(dailyLimit(purpose.keyId, keyDailyBytes, budget));
    }
  }
  return candidates.reduce((left, right) => (right.bytes < left.bytes ? right : left));
}

function limitOf(bytes: number, whose: string): CostLimit {
  const size = formatByteSize(bytes);
  return { bytes, message: `The query would read more than the ${size} that ${whose} allows` };
}

function dailyLimit(keyId: string, limit: number, budget: ByteBudget): CostLimit {
  const bytes = budget.rest(keyId, limit);
  const message = `This key may read ${formatByteSize(limit)} a day, and too little of that is left; the limit resets at ${budget.resetsAt()}`;
  if (bytes === 0) throw new FieldstoneError('COST_LIMIT_EXCEEDED', message);
  return { bytes, message };
}
