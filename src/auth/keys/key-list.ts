import { timingSafeEqual } from 'node:crypto';
import { detached } from '../../values/memory.ts';
import type { Authentication, Authenticator } from '../authenticator.ts';
import { type Caller, callerWith } from '../caller.ts';
import { canBeSecret, digestOf } from '../secret.ts';
import { type KeyScopes, parseKeys } from './key-file.ts';
import type { KeyRecord } from './key-record.ts';

interface Entry {
  readonly digest: Buffer;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  readonly caller: Caller;
}

/** Options of `KeyList`. */
export interface KeyListOptions {
  /** Known names; a text that mentions others is refused. @default any name */
  readonly scopes?: KeyScopes | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The keys in the text of a key file. */
export class KeyList implements Authenticator {
  readonly #scopes: KeyScopes | undefined;
  readonly #now: () => number;
  #entries: readonly Entry[] = [];
  /** Entries by secret, for secrets that were looked up: at most one for each entry. */
  readonly #bySecret = new Map<string, Entry>();

  constructor({ scopes, now = Date.now }: KeyListOptions = {}) {
    this.#scopes = scopes;
    this.#now = now;
  }

  /** Replaces all keys by those in a text, undefined for none; throws, and keeps the keys, if it is wrong. */
  load(text: string | undefined): void {
    this.#entries = text === undefined ? [] : parseKeys(text, this.#scopes).map(entryOf);
    this.#bySecret.clear();
  }

  /** A key once found is remembered until the next `load`; its expiry is checked every time. */
  authenticate(secret: string): Authentication {
    // V8 seeds the hash of a `Map` randomly, so its timing reveals nothing about the keys.
    const entry = this.#bySecret.get(secret) ?? this.#find(secret);
    return entry && entry.expires > this.#now() ? entry.caller : undefined;
  }

  /**
   * Compares with every key in constant time, without stopping at a match, so that timing reveals nothing about the
   * keys. There is no index: a secret is random as a whole and contains no id.
   */
  #find(secret: string): Entry | undefined {
    if (!canBeSecret(secret)) return undefined;
    const digest = digestOf(secret);
    let found: Entry | undefined;
    for (const entry of this.#entries) {
      if (timingSafeEqual(entry.digest, digest)) found = entry;
    }
    if (found) this.#bySecret.set(detached(secret), found);
    return found;
  }
}

function entryOf({ id, name, sha256, created: _, expires, ...rights }: KeyRecord): Entry {
  return {
    digest: Buffer.from(sha256, 'hex'),
    expires: expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires),
    caller: callerWith({ keyId: id, name }, rights),
  };
}

/** The keys in the variable `KEYS`, which has the text of a key file; throws if it is wrong. */
export function keysFromText(text: string, options?: KeyListOptions): KeyList {
  const keys = new KeyList(options);
  try {
    keys.load(text);
  } catch (cause) {
    throw new Error(`Cannot use the keys in KEYS: ${(cause as Error).message}`, { cause });
  }
  return keys;
}
