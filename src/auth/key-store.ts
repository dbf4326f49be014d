import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Caller } from './caller.ts';
import { decodeKeyText, type KeyScopes, parseKeys, readKeyText } from './key-file.ts';
import type { KeyRecord } from './key-record.ts';
import { canBeSecret, digestOf } from './secret.ts';

/** Says who a key belongs to. */
export interface Authenticator {
  /** The caller of a valid key; undefined for one that is unknown, revoked, expired or no key at all. */
  authenticate(secret: string): Caller | undefined;
}

/** Where a key store reads, and what it needs from outside. */
export interface KeyStoreOptions {
  readonly file: string;
  /** A file with a key that speaks of anything else is refused. @default any name */
  readonly scopes?: KeyScopes;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Told once of each state of the file that cannot be used; the keys read before stay valid. */
  readonly onError: (error: Error) => void;
  /** How often the file is read. @default 1000 */
  readonly pollMs?: number;
}

interface Entry {
  readonly digest: Buffer;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  readonly caller: Caller;
}

/**
 * The keys of a key file, read anew while the process runs.
 *
 * The whole file is read at every poll and its text compared: it is small, and times and sizes do not tell every
 * change (copies that keep the time, swapped links, network file systems).
 */
export class KeyStore implements Authenticator {
  readonly #file: string;
  readonly #scopes: KeyScopes | undefined;
  readonly #now: () => number;
  readonly #onError: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #entries: readonly Entry[] = [];
  /** By secret: at most one for each entry. */
  readonly #found = new Map<string, Entry>();
  /** The text that was read last, or the message of what kept it from being read. */
  #seen: string | undefined;
  #reading = false;

  /** Reads the file; one that is there and cannot be used is an error. */
  constructor({ file, scopes, now = Date.now, onError, pollMs = 1_000 }: KeyStoreOptions) {
    this.#file = file;
    this.#scopes = scopes;
    this.#now = now;
    this.#onError = onError;
    try {
      this.#take(readTextAtStart(file));
    } catch (error) {
      throw unusable(file, error as Error);
    }
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  /** A key that was found is remembered until the file changes; whether it has expired is asked every time. */
  authenticate(secret: string): Caller | undefined {
    // The hash of a `Map` has a random seed, so that its time tells nothing of the keys in it.
    const entry = this.#found.get(secret) ?? this.#find(secret);
    return entry && entry.expires > this.#now() ? entry.caller : undefined;
  }

  /**
   * Compares with every key and does not stop at the one that fits, so that the time tells nothing about the keys
   * there are. A key holds no id to look it up by: it is random as a whole.
   */
  #find(secret: string): Entry | undefined {
    if (!canBeSecret(secret)) return undefined;
    const digest = digestOf(secret);
    let found: Entry | undefined;
    for (const entry of this.#entries) {
      if (timingSafeEqual(entry.digest, digest)) found = entry;
    }
    if (found) this.#found.set(secret, found);
    return found;
  }

  /** Stops reading the file. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    // A file system that hangs must not pile up readers.
    if (this.#reading) return;
    this.#reading = true;
    try {
      this.#take(await readKeyText(this.#file));
    } catch (error) {
      this.#report(error as Error);
    } finally {
      this.#reading = false;
    }
  }

  /** Without a file there are no keys. */
  #take(text: string | undefined): void {
    if (text === this.#seen && text !== undefined) return;
    this.#entries = text === undefined ? [] : parseKeys(text, this.#scopes).map(entryOf);
    this.#found.clear();
    this.#seen = text;
  }

  #report(error: Error): void {
    if (this.#seen === error.message) return;
    this.#seen = error.message;
    this.#onError(unusable(this.#file, error));
  }
}

function unusable(file: string, cause: Error): Error {
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
