import type { Authentication, Authenticator } from '../authenticator.ts';
import { type FileState, WatchedFile, type WatchedFileOptions } from '../files/watched-file.ts';
import { KeyList, type KeyListOptions } from './key-list.ts';

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
