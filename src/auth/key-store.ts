import { readFileSync } from 'node:fs';
import type { Authentication, Authenticator } from './authenticator.ts';
import { decodeKeyText, type KeyScopes, readKeyText } from './key-file.ts';
import { KeyList } from './key-list.ts';

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

/**
 * The keys of a key file, reloaded while the process runs.
 *
 * Every poll reads the whole file, which is small, and compares its text: modification times and sizes miss some
 * changes (copies that keep the time, replaced links, network file systems).
 */
export class KeyStore implements Authenticator {
  readonly #file: string;
  readonly #keys: KeyList;
  readonly #onError: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  /** The text that was read last, or the message of the last failure. */
  #lastSeen: string | undefined;
  #reading = false;

  /** Reads the file; throws if it exists and cannot be used. */
  constructor({ file, scopes, now, onError, pollMs = 1_000 }: KeyStoreOptions) {
    this.#file = file;
    this.#keys = new KeyList({ scopes, ...(now && { now }) });
    this.#onError = onError;
    try {
      this.#load(readTextAtStart(file));
    } catch (error) {
      throw keyFileError(file, error as Error);
    }
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  /** The caller of a key in the file as it was read last. */
  authenticate(secret: string): Authentication {
    return this.#keys.authenticate(secret);
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
    this.#keys.load(text);
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
