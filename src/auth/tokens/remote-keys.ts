import { errors, type JWTVerifyGetKey } from 'jose';
import { discoverKeySet, type FetchedKeys, fetchKeySet } from './fetch-keys.ts';
import type { KeySetState, TokenKeys } from './token-keys.ts';

/** Options of `RemoteKeys`. */
export interface RemoteKeysOptions {
  /** The key set's address; undefined: what the issuer's discovery document names. */
  readonly keySet: string | undefined;
  readonly issuer: string | undefined;
  /** Called when the keys cannot be fetched, once per distinct failure; the known keys stay valid. */
  readonly onError: (error: Error) => void;
  /** How often the keys are fetched. @default five minutes */
  readonly refreshMs?: number;
  /** Minimum time between two fetches for tokens whose key is unknown. @default 5 s */
  readonly cooldownMs?: number;
}

/**
 * The key set of an issuer, fetched at intervals and for a token whose key is not in it. While fetches fail, the known
 * keys stay valid: a withdrawn key is refused after the next fetch that succeeds.
 */
export class RemoteKeys implements TokenKeys {
  readonly #options: RemoteKeysOptions;
  readonly #cooldownMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #closed = new AbortController();
  #known: FetchedKeys | undefined;
  #version = 0;
  #state: KeySetState = { isRead: false, readAt: undefined };
  #fetching: Promise<void> | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #lastError: string | undefined;

  constructor(options: RemoteKeysOptions) {
    const { refreshMs = 300_000, cooldownMs = 5_000 } = options;
    this.#options = options;
    this.#cooldownMs = cooldownMs;
    this.#timer = setInterval(() => void this.refresh(), refreshMs);
    this.#timer.unref();
  }

  get version(): number {
    return this.#version;
  }

  get state(): KeySetState {
    return this.#state;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await this.#findKnown(header, token);
    } catch (error) {
      // A wrong token must not make the gateway fetch more often than the cooldown allows.
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#isCoolingDown()) throw error;
    }
    await this.refresh();
    return this.#findKnown(header, token);
  };

  /** Fetches the keys; concurrent calls share one fetch. Resolves even if it fails. */
  refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
      this.#fetchedAt = performance.now();
    });
    return this.#fetching;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closed.abort();
  }

  async #findKnown(...[header, token]: Parameters<JWTVerifyGetKey>) {
    if (!this.#known) throw new errors.JWKSNoMatchingKey();
    return this.#known.find(header, token);
  }

  #isCoolingDown(): boolean {
    return this.#fetching === undefined && performance.now() - this.#fetchedAt < this.#cooldownMs;
  }

  async #fetch(): Promise<void> {
    const { keySet, issuer = '', onError } = this.#options;
    const { signal } = this.#closed;
    try {
      const fetched = await fetchKeySet(keySet ?? (await discoverKeySet(issuer, signal)), signal);
      this.#lastError = undefined;
      this.#state = { isRead: true, readAt: Date.now() };
      if (fetched.text === this.#known?.text) return;
      this.#known = fetched;
      this.#version += 1;
    } catch (cause) {
      if (signal.aborted) return;
      this.#state = { ...this.#state, isRead: false };
      const message = `Cannot fetch the keys of tokens: ${reasonOf(cause)}`;
      if (message === this.#lastError) return;
      this.#lastError = message;
      onError(new Error(message, { cause }));
    }
  }
}

/** Node's `fetch` says only that it failed; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
