import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { settledOrAborted } from '../../../async/settled-or-aborted.ts';
import { FieldstoneError } from '../../../errors.ts';
import type { CostLimit } from '../../cost-limit.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { DryRun } from './dry-run.ts';

/** How many statements are known, and for how long. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 600_000;
/** A run waits no longer for what it would read: `maximumBytesBilled` bounds it too. */
const MAX_WAIT_MS = 5_000;

/** What of a dry run is looked at; its schema can be many times as large. */
type Said = Pick<DryRun, 'bytes' | 'isUpperBound'>;

/**
 * Has BigQuery itself say of every new statement of a caller what it would read, before it runs: the compiler is
 * checked by what it compiles for.
 */
export class SandboxCheck {
  /** By SHA-256: a thousand statements as they are sent could take a hundred megabytes. */
  readonly #known = new LRUCache<string, Promise<Said>>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  /**
   * Rejects with `COST_LIMIT_EXCEEDED` where the statement would read too much, and where `ask`, which makes the dry
   * run, does.
   *
   * One text is asked about once: what is known may have been said of a shorter or a longer window, so it refuses
   * nothing that `maximumBytesBilled` lets pass.
   */
  async approve(sql: string, limit: CostLimit, ask: () => Promise<DryRun>): Promise<void> {
    const key = hash('sha256', sql, 'base64url');
    const known = this.#known.get(key);
    const asked = known ?? this.#ask(key, ask);
    const late = AbortSignal.timeout(MAX_WAIT_MS);
    const said = await settledOrAborted(asked, late).catch((error) => {
      if (late.aborted) return undefined;
      throw error;
    });
    if (known || !said || said.bytes <= limit.bytes) return;
    const bound = said.isUpperBound ? ' (an upper bound, as the table is clustered)' : '';
    throw new FieldstoneError('COST_LIMIT_EXCEEDED', limit.message, {
      cause: new BigQueryError('bytesBilledLimitExceeded', `It reads ${said.bytes} bytes${bound}`),
    });
  }

  /** One that could not be asked about is asked about again. */
  #ask(key: string, ask: () => Promise<DryRun>): Promise<Said> {
    const asked = ask().then(({ bytes, isUpperBound }) => ({ bytes, isUpperBound }));
    this.#known.set(key, asked);
    asked.catch(() => {
      if (this.#known.peek(key) === asked) this.#known.delete(key);
    });
    return asked;
  }
}
