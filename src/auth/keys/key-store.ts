import type { Authentication, Authenticator } from '../authenticator.ts';
import { type FileState, WatchedFile } from '../files/watched-file.ts';
import type { KeyScopes } from './key-file.ts';
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

/** The keys of a key file, reloaded while the process runs; no file means no keys. */
export class KeyStore implements Authenticator {
  readonly #keys: KeyList;
  readonly #file: WatchedFile;

  /** Reads the file; throws if it exists and cannot be used. */
  constructor({ file, scopes, now, onError, pollMs }: KeyStoreOptions) {
    this.#keys = new KeyList({ scopes, ...(now && { now }) });
    try {
      this.#file = new WatchedFile({
        file,
        load: (text) => this.#keys.load(text),
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
}

function keyFileError(file: string, cause: Error): Error {
  return new Error(`Cannot use the keys in "${file}": ${cause.message}`, { cause });
}
