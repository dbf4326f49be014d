import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import { FieldstoneError } from '../../../errors.ts';
import type { CostLimit } from '../../cost-limit.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { DryRun } from './dry-run.ts';

/** Size and lifetime of the cache of dry runs. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 600_000;
/** A query does not wait longer for its dry run, as `maximumBytesBilled` limits it anyway. */
const MAX_WAIT_MS = 5_000;

/** The part of a dry run that is kept; its schema can be many times as large. */
type Estimate = Pick<DryRun, 'bytes' | 'isUpperBound'>;

/**
 * Dry-runs every new statement of a caller, so that BigQuery itself checks what the compiled SQL reads before it is
 * answered.
 */
export class SandboxCheck {
  /** By SHA-256: the texts of a thousand statements could take a hundred megabytes. */
  readonly #known = new LRUCache<string, Promise<Estimate>>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  /**
   * Rejects with `COST_LIMIT_EXCEEDED` if the statement would read too much, and if `ask`, which makes the dry run,
   * rejects.
   *
   * Each text is dry-run once. A cached estimate may be for a shorter or longer window, so it never refuses anything;
   * `maximumBytesBilled` still does.
   */
  async approve(sql: string, limit: CostLimit, ask: () => Promise<DryRun>): Promise<void> {
    const key = hash('sha256', sql, 'base64url');
    const known = this.#known.get(key);
    const pending = known ?? this.#estimate(key, ask);
    const timeout = AbortSignal.timeout(MAX_WAIT_MS);
    const estimate = await settledOrAborted(pending, timeout).catch((error) => {
      if (timeout.aborted) return undefined;
      throw error;
    });
    if (known || !estimate || estimate.bytes <= limit.bytes) return;
    const bound = estimate.isUpperBound ? ' (an upper bound, as the table is clustered)' : '';
    throw new FieldstoneError('COST_LIMIT_EXCEEDED', limit.message, {
      cause: new BigQueryError(
        'bytesBilledLimitExceeded',
        `It reads ${estimate.bytes} bytes${bound}`,
      ),
    });
  }

  /** Failed dry runs are not cached. */
  #estimate(key: string, ask: () => Promise<DryRun>): Promise<Estimate> {
    const pending = ask().then(({ bytes, isUpperBound }) => ({ bytes, isUpperBound }));
    this.#known.set(key, pending);
    pending.catch(() => {
      if (this.#known.peek(key) === pending) this.#known.delete(key);
    });
    return pending;
  }
}
