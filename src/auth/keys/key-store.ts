import { timingSafeEqual } from 'node:crypto';
import { detached } from '../../values/memory.ts';
import { type Authentication, type Authenticator, type Caller, callerWith } from '../caller.ts';
import { type FileState, WatchedFile, type WatchedFileOptions } from '../files/watched-file.ts';
import { canBeSecret, digestOf } from '../secret.ts';
import { type KeyScopes, parseKeys } from './key-file.ts';
import type { KeyRecord } from './key-record.ts';

/** Options of `KeyStore`; the keys read before stay valid while the file cannot be used. */
export interface KeyStoreOptions
  extends KeyListOptions,
    Pick<WatchedFileOptions, 'file' | 'onError' | 'pollMs'> {}

/** The keys of a key file, reloaded while the process runs; a file that there never was means no keys. */
export class KeyStore implements Authenticator {
  readonly #keys: KeyList;
  readonly #file: WatchedFile;
  #wasThere = false;

  /** Reads the file; throws if it exists and cannot be used. */
  constructor({ file, scopes, now, onError, pollMs }: KeyStoreOptions) {
    this.#keys = new KeyList({ scopes, ...(now && { now }) });
    try {
      this.#file = new WatchedFile({
        file,
        load: (text) => this.#load(text),
        onError: (cause) => onError(keyFileError(file, cause)),
        pollMs,
      });
    } catch (error) {
      throw keyFileError(file, error as Error);
    }
  }

  /** Whether the file's last change is in force. */
  get state(): FileState {
    return this.#file.state;
  }

  /** The caller of a key in the file as it was read last. */
  authenticate(secret: string): Authentication {
    return this.#keys.authenticate(secret);
  }

  /** Stops reading the file. */
  close(): void {
    this.#file.close();
  }

  /** Whoever moves the file or loses its volume has not revoked every key. */
  #load(text: string | undefined): void {
    if (text === undefined && this.#wasThere) throw new Error('there is no such file');
    this.#keys.load(text);
    this.#wasThere = text !== undefined;
  }
}

function keyFileError(file: string, cause: Error): Error {
  return new Error(`Cannot use the keys in "${file}": ${cause.message}`, { cause });
}

interface KeyEntry {
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
  #entries: readonly KeyEntry[] = [];
  /** Entries by secret, for secrets that were looked up: at most one for each entry. */
  readonly #bySecret = new Map<string, KeyEntry>();

  constructor({ scopes, now = Date.now }: KeyListOptions = {}) {
    this.#scopes = scopes;
    this.#now = now;
  }

  /** Replaces all keys by those in a text, undefined for none; throws, and keeps the keys, if it is wrong. */
  load(text: string | undefined): void {
    this.#entries = text === undefined ? [] : parseKeys(text, this.#scopes).map(entryOf);
    this.#bySecret.clear();
  }

  /** A key that was looked up is cached until the next `load`; its expiry is checked every time. */
  authenticate(secret: string): Authentication {
    // V8 seeds the hash of a `Map` randomly, so its timing reveals nothing about the keys.
    const entry = this.#bySecret.get(secret) ?? this.#find(secret);
    return entry && entry.expires > this.#now() ? entry.caller : undefined;
  }

  /**
   * Compares with every key in constant time, without stopping at a match, so that timing reveals nothing about the
   * keys. There is no index: a secret is random as a whole and contains no id.
   */
  #find(secret: string): KeyEntry | undefined {
    if (!canBeSecret(secret)) return undefined;
    const digest = digestOf(secret);
    let match: KeyEntry | undefined;
    for (const entry of this.#entries) {
      if (timingSafeEqual(entry.digest, digest)) match = entry;
    }
    if (match) this.#bySecret.set(detached(secret), match);
    return match;
  }
}

function entryOf({ id, name, sha256, created: _, expires, ...rights }: KeyRecord): KeyEntry {
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
