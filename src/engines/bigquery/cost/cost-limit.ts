import { formatByteSize } from '../../../config/byte-size.ts';
import { FieldstoneError } from '../../../errors.ts';
import type { ByteBudget } from '../../byte-budget.ts';
import type { EngineQuery } from '../../engine.ts';

/** What one run may be billed for, and what is said when that is not enough. */
export interface CostLimit {
  readonly bytes: number;
  readonly message: string;
}

/**
 * The tightest of the limits on a run; rejects with `COST_LIMIT_EXCEEDED` when the key has spent its day.
 *
 * A refresh of rows is nobody's request: the endpoint's limit alone holds for it.
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
