import {
  createRemoteJWKSet,
  customFetch,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import { discoverKeySet, fetchKeySet } from './fetch-keys.ts';
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
  readonly find: JWTVerifyGetKey;
  readonly #options: RemoteKeysOptions;
  readonly #reload: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #closed = new AbortController();
  /** Filled by the library at the moment when new keys come into force. */
  readonly #cache: JWKSCacheInput & { jwks?: unknown } = {};
  #keys: unknown;
  #version = 0;
  #state: KeySetState = { isRead: false, readAt: undefined };
  #lastError: string | undefined;

  constructor(options: RemoteKeysOptions) {
    const { issuer = '', keySet = issuer, refreshMs = 300_000, cooldownMs = 5_000 } = options;
    this.#options = options;
    const keys = createRemoteJWKSet(new URL(keySet), {
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: cooldownMs,
      [jwksCache]: this.#cache,
      [customFetch]: (_, { signal }) => this.#fetch(signal),
    });
    this.find = keys;
    this.#reload = keys.reload;
    this.#timer = setInterval(() => void this.refresh(), refreshMs);
    this.#timer.unref();
  }

  get version(): number {
    const { jwks } = this.#cache;
    if (jwks !== this.#keys) {
      if (JSON.stringify(jwks) !== JSON.stringify(this.#keys)) this.#version += 1;
      this.#keys = jwks;
    }
    return this.#version;
  }

  get state(): KeySetState {
    return this.#state;
  }

  /** Fetches the keys; concurrent calls share one fetch. Resolves even if it fails. */
  async refresh(): Promise<void> {
    await this.#reload().catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closed.abort();
  }

  /** The discovery document is read each time, since it may name another address. */
  async #fetch(timeout: AbortSignal): Promise<Response> {
    const { keySet, issuer = '', onError } = this.#options;
    const signal = AbortSignal.any([timeout, this.#closed.signal]);
    try {
      const fetched = await fetchKeySet(keySet ?? (await discoverKeySet(issuer, signal)), signal);
      this.#lastError = undefined;
      this.#state = { isRead: true, readAt: Date.now() };
      return Response.json(fetched);
    } catch (cause) {
      if (this.#closed.signal.aborted) throw cause;
      this.#state = { ...this.#state, isRead: false };
      const message = `Cannot fetch the keys of tokens: ${reasonOf(cause)}`;
      const error = new Error(message, { cause });
      if (message !== this.#lastError) onError(error);
      this.#lastError = message;
      throw error;
    }
  }
}

/** Node's `fetch` says only that it failed; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
