import {
  createRemoteJWKSet,
  customFetch,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';
import { z } from 'zod';
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

/** Key sets and discovery documents have a few kilobytes. */
const MAX_BYTES = 1_000_000;

const KEY_SET = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const DISCOVERY = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Fetches a key set (RFC 7517); rejects with a message that names the address. */
async function fetchKeySet(url: string, signal: AbortSignal): Promise<z.output<typeof KEY_SET>> {
  const parsed = KEY_SET.safeParse(await fetchJson(url, signal));
  if (!parsed.success) throw new Error(`${url} has no key set`);
  return parsed.data;
}

/** The address of an issuer's key set, by OpenID Connect Discovery. */
async function discoverKeySet(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const parsed = DISCOVERY.safeParse(await fetchJson(url, signal));
  if (!parsed.success) throw new Error(`${url} has no address of a key set`);
  const { issuer: named, jwks_uri: keySet } = parsed.data;
  // The specification requires it: another issuer's document would bring another issuer's keys.
  if (named !== issuer) throw new Error(`${url} is of another issuer than OIDC_ISSUER`);
  if (issuer.startsWith('https:') && !keySet.startsWith('https:')) {
    throw new Error(`${url} names a key set without TLS`);
  }
  return keySet;
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // A redirect could lead to another host than the operator named.
    redirect: 'error',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url} answered with status ${response.status}`);
  }
  const text = await boundedText(response, url);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${url} did not answer with JSON`, { cause });
  }
}

async function boundedText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} answered with more than 1 MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
