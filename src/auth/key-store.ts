import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Caller } from './caller.ts';
import { decodeKeyText, type KeyScopes, parseKeys, readKeyText } from './key-file.ts';
import type { KeyRecord } from './key-record.ts';
import { canBeSecret, digestOf } from './secret.ts';

/** Maps a secret to its caller. */
export interface Authenticator {
  /** The caller of a valid key; undefined for one that is malformed, unknown, revoked or expired. */
  authenticate(secret: string): Caller | undefined;
}

/** Options of `KeyStore`. */
export interface KeyStoreOptions {
  readonly file: string;
  /** Known names; a file that mentions others is refused. @default any name */
  readonly scopes?: KeyScopes;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called once for each unusable state of the file; the keys read before stay valid. */
  readonly onError: (error: Error) => void;
  /** Milliseconds between reads of the file. @default 1000 */
  readonly pollMs?: number;
}

interface Entry {
  readonly digest: Buffer;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  readonly caller: Caller;
}

/**
 * The keys of a key file, reloaded while the process runs.
 *
 * Every poll reads the whole file, which is small, and compares its text: modification times and sizes miss some
 * changes (copies that keep the time, replaced links, network file systems).
 */
export class KeyStore implements Authenticator {
  readonly #file: string;
  readonly #scopes: KeyScopes | undefined;
  readonly #now: () => number;
  readonly #onError: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #entries: readonly Entry[] = [];
  /** Entries by secret, for secrets that were looked up: at most one for each entry. */
  readonly #bySecret = new Map<string, Entry>();
  /** The text that was read last, or the message of the last failure. */
  #lastSeen: string | undefined;
  #reading = false;

  /** Reads the file; throws if it exists and cannot be used. */
  constructor({ file, scopes, now = Date.now, onError, pollMs = 1_000 }: KeyStoreOptions) {
    this.#file = file;
    this.#scopes = scopes;
    this.#now = now;
    this.#onError = onError;
    try {
      this.#load(readTextAtStart(file));
    } catch (error) {
      throw keyFileError(file, error as Error);
    }
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  /** A key once found is remembered until the file changes; its expiry is checked every time. */
  authenticate(secret: string): Caller | undefined {
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
    if (found) this.#bySecret.set(secret, found);
    return found;
  }

  /** Stops reading the file. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    // Reads must not pile up on a file system that hangs.
    if (this.#reading) return;
    this.#reading = true;
    try {
      this.#load(await readKeyText(this.#file));
    } catch (error) {
      this.#report(error as Error);
    } finally {
      this.#reading = false;
    }
  }

  /** Uses the keys in the text; no file means no keys. */
  #load(text: string | undefined): void {
    if (text === this.#lastSeen && text !== undefined) return;
    this.#entries = text === undefined ? [] : parseKeys(text, this.#scopes).map(entryOf);
    this.#bySecret.clear();
    this.#lastSeen = text;
  }

  #report(error: Error): void {
    if (this.#lastSeen === error.message) return;
    this.#lastSeen = error.message;
    this.#onError(keyFileError(this.#file, error));
  }
}

function keyFileError(file: string, cause: Error): Error {
  return new Error(`Cannot use the keys in "${file}": ${cause.message}`, { cause });
}

function readTextAtStart(file: string): string | undefined {
  try {
    return decodeKeyText(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function entryOf(record: KeyRecord): Entry {
  return {
    digest: Buffer.from(record.sha256, 'hex'),
    expires: record.expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(record.expires),
    caller: Object.freeze({
      keyId: record.id,
      name: record.name,
      endpoints: record.endpoints && new Set(record.endpoints),
      pins: new Map(Object.entries(record.pins)),
      redact: record.redact,
      sandbox: record.sandbox,
      maxBytes: record.maxBytes,
      dailyBytes: record.dailyBytes,
      maxRunning: record.maxRunning,
      maxWaiting: record.maxWaiting,
      requestsPerMinute: record.requestsPerMinute,
    }),
  };
}
