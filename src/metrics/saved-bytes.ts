import { Counter, type Registry } from 'prom-client';
import { NO_SAVINGS, SAVED_BY, type Savings } from '../bill/savings.ts';

/** The most series; Prometheus keeps each of them for as long as the process lives. */
const MAX_SERIES = 5_000;

/** Replaces the labels of what is counted once there are too many series; the sums stay right. */
const OTHER = '(other)';

type Reason = keyof Savings;

const REASONS = Object.keys(SAVED_BY) as Reason[];

/** Counts bytes that results were not billed for, by endpoint and reason, and by key if that is wanted. */
export class SavedBytes {
  readonly #counter: Counter;
  readonly #isByKey: boolean;
  readonly #maxAccounts: number;
  /** The series of each endpoint, or of each endpoint and key. */
  readonly #accounts = new Map<string, Readonly<Record<Reason, Counter.Internal>>>();

  constructor(registry: Registry, isByKey: boolean, maxSeries = MAX_SERIES) {
    this.#isByKey = isByKey;
    // One account is reserved for all others.
    this.#maxAccounts = Math.floor(maxSeries / REASONS.length) - 1;
    this.#counter = new Counter({
      name: 'fieldstone_saved_bytes_total',
      help: 'Bytes that results were not billed for, by reason: "cache", "batching", "single_flight", "newest_first" or "folding". With METRICS_BY_KEY by key too; what is beyond 5 000 series is counted as "(other)".',
      labelNames: ['endpoint', 'reason', ...(isByKey ? ['key'] : [])],
      registers: [registry],
    });
  }

  /** Adds what a result saved; `keyId` is the public id of the caller's key. */
  add(endpoint: string, keyId: string, savings: Savings): void {
    const name = JSON.stringify([endpoint, keyId]);
    const known = this.#accounts.get(name);
    // The first time also where nothing was saved: a counter without samples would be no series.
    if (known && savings === NO_SAVINGS) return;
    const series = known ?? this.#open(name, endpoint, keyId);
    for (const reason of REASONS) series[reason].inc(savings[reason]);
  }

  #open(name: string, endpoint: string, keyId: string) {
    const other = JSON.stringify([OTHER, OTHER]);
    const isFull = this.#accounts.size >= this.#maxAccounts;
    const known = isFull ? this.#accounts.get(other) : undefined;
    if (known) return known;
    const series = isFull ? this.#series(OTHER, OTHER) : this.#series(endpoint, keyId);
    this.#accounts.set(isFull ? other : name, series);
    return series;
  }

  #series(endpoint: string, key: string): Readonly<Record<Reason, Counter.Internal>> {
    const entries = REASONS.map((reason) => {
      const labels = { endpoint, reason: SAVED_BY[reason], ...(this.#isByKey && { key }) };
      return [reason, this.#counter.labels(labels)];
    });
    return Object.fromEntries(entries); // An entry for each reason.
  }
}
