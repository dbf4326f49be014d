import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { shareRunning } from '../async/in-flight.ts';
import type { QueryPurpose } from '../engines/engine.ts';
import { fairShares } from '../sources/batching/merging.ts';
import {
  type Account,
  accountName,
  type Batch,
  type Ledger,
  LedgerTotals,
  MS_PER_HOUR,
  type Sums,
} from './ledger.ts';
import type { Savings } from './savings.ts';

/** Dependencies and settings of a `Bill`. */
export interface BillOptions {
  readonly ledger: Ledger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when writing fails for the first time, and when it succeeds again. */
  readonly onState?: (error: Error | undefined) => void;
  /** Called with what could not be written before the service stopped. */
  readonly onLost?: (accounts: number) => void;
  /** Maximum accounts in one hour, and waiting to be written; others are summed as `OTHER_KEYS`. @default 5000 */
  readonly maxAccounts?: number;
}

/** What is not written yet, for metrics. */
export interface BillUsage {
  readonly pending: number;
  readonly failures: number;
}

type Payer = Omit<Account, 'hour'>;

/** Replaces the id of a key where there are too many accounts; the totals stay correct. */
export const OTHER_KEYS = '(other)';

/** Writing more at once would keep Redis from answering others. */
const MAX_BATCH_LINES = 500;
const MAX_ACCOUNTS = 5_000;
const FLUSH_MS = 2_000;
/** Time to write what is left when the service stops. */
const CLOSE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Books what is billed and saved, in memory, and writes it to the ledger in the background; booking never waits and
 * never fails.
 */
export class Bill {
  readonly #options: BillOptions;
  readonly #writer = randomUUID();
  #open = new LedgerTotals();
  #hour = Number.NaN;
  /** Names of the accounts of the hour. */
  readonly #accounts = new Set<string>();
  /** Batches that are being written, the oldest first; retried as they are, since they may have been written. */
  #sending: Batch[] = [];
  #lastNumber = 0;
  #failures = 0;
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BillOptions) {
    this.#options = options;
  }

  /** Writes every `everyMs` milliseconds until `close`. */
  start(everyMs = FLUSH_MS): void {
    this.#timer ??= setInterval(() => void this.flush(), everyMs).unref();
  }

  /** Books a job; a merged one is paid for by those that it answers, in equal shares. */
  billed({ endpoint, keyId, sharers, via }: QueryPurpose, bytes: number): void {
    const payer = { endpoint, keyId, via };
    this.#book(payer, { runs: 1, billed: sharers ? 0 : bytes });
    if (!sharers) return;
    const shares = fairShares(bytes, sharers.length).values();
    for (const sharer of sharers) {
      const share = shares.next().value ?? 0;
      const sharing = { endpoint, keyId: sharer.keyId, via: sharer.via };
      if (share > 0) this.#book(sharing, { billed: share, merged: share });
    }
  }

  /** Books what a result was not billed for. */
  saved(payer: Payer, savings: Savings): void {
    this.#book(payer, savings);
  }

  usage(): BillUsage {
    const sending = this.#sending.reduce((sum, { lines }) => sum + lines.length, 0);
    return { pending: this.#open.size + sending, failures: this.#failures };
  }

  /** Writes what is booked, or what could not be written before; never rejects. What fails is tried again next time. */
  readonly flush = shareRunning(() => this.#write());

  /** Writes what is left, trying again for `retryMs` if that fails; call it when nothing is booked any more. */
  async close(retryMs = CLOSE_MS): Promise<void> {
    clearInterval(this.#timer);
    const deadline = performance.now() + retryMs;
    await this.flush();
    while (this.usage().pending > 0 && performance.now() < deadline) {
      if (this.#isFailing) await sleep(RETRY_MS);
      await this.flush();
    }
    const { pending } = this.usage();
    if (pending > 0) this.#options.onLost?.(pending);
  }

  #book(payer: Payer, sums: Partial<Sums>): void {
    const account = { ...payer, hour: Math.floor(this.#options.now() / MS_PER_HOUR) };
    this.#open.add(this.#isKnown(account) ? account : { ...account, keyId: OTHER_KEYS }, sums);
  }

  /** Whether the account gets lines of its own: accounts of the hour and those waiting to be written are bounded. */
  #isKnown(account: Account): boolean {
    const { maxAccounts = MAX_ACCOUNTS } = this.#options;
    if (account.hour !== this.#hour) this.#accounts.clear();
    this.#hour = account.hour;
    const name = accountName(account);
    if (!this.#accounts.has(name)) {
      if (this.#accounts.size >= maxAccounts) return false;
      this.#accounts.add(name);
    }
    return this.#open.has(account) || this.usage().pending < maxAccounts;
  }

  async #write(): Promise<void> {
    // Sealed only when all earlier batches are written: until then, sums are merged in memory.
    if (this.#sending.length === 0) this.#seal();
    try {
      for (let [batch] = this.#sending; batch; [batch] = this.#sending) {
        await this.#options.ledger.add(batch);
        this.#sending.shift();
      }
      this.#report(undefined);
    } catch (error) {
      this.#failures += 1;
      this.#report(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #seal(): void {
    const lines = this.#open.lines();
    this.#open = new LedgerTotals();
    for (let first = 0; first < lines.length; first += MAX_BATCH_LINES) {
      this.#lastNumber += 1;
      this.#sending.push({
        writer: this.#writer,
        number: this.#lastNumber,
        lines: lines.slice(first, first + MAX_BATCH_LINES),
      });
    }
  }

  #report(error: Error | undefined): void {
    if (this.#isFailing === (error !== undefined)) return;
    this.#isFailing = error !== undefined;
    this.#options.onState?.(error);
  }
}
