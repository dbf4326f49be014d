import { readText, readTextSync } from './text-file.ts';

/** Options of `WatchedFile`. */
export interface WatchedFileOptions {
  readonly file: string;
  /** Puts a text in force, undefined for an absent file; throws, and changes nothing, if it cannot be used. */
  readonly load: (text: string | undefined) => void;
  /** Called once for each unusable state of the file; what was loaded before stays in force. */
  readonly onError: (cause: Error) => void;
  /** Milliseconds between reads of the file. @default 1000 */
  readonly pollMs?: number | undefined;
}

/** Whether the last change of a file is in force. */
export interface FileState {
  readonly isInForce: boolean;
  /** When what is in force was loaded, in milliseconds since the epoch. */
  readonly loadedAt: number;
}

/**
 * Loads a file, and again whenever it changes.
 *
 * Every poll reads the whole file, which is small, and compares its text: modification times and sizes miss some
 * changes (copies that keep the time, replaced links, network file systems).
 */
export class WatchedFile {
  readonly #options: WatchedFileOptions;
  readonly #timer: NodeJS.Timeout;
  /** What the last read gave: a text, no file, or why there is neither. */
  #lastSeen: string;
  #state: FileState;
  #reading = false;

  /** Loads the file; throws if it cannot be used. */
  constructor(options: WatchedFileOptions) {
    this.#options = options;
    const text = readTextSync(options.file);
    options.load(text);
    this.#lastSeen = seenText(text);
    this.#state = { isInForce: true, loadedAt: Date.now() };
    this.#timer = setInterval(() => void this.#poll(), options.pollMs ?? 1_000);
    this.#timer.unref();
  }

  get state(): FileState {
    return this.#state;
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
      const text = await readText(this.#options.file);
      if (this.#isNew(seenText(text))) this.#load(text);
    } catch (error) {
      const cause = error as Error;
      if (this.#isNew(`fault ${cause.message}`)) this.#refuse(cause);
    } finally {
      this.#reading = false;
    }
  }

  #isNew(seen: string): boolean {
    const isNew = seen !== this.#lastSeen;
    this.#lastSeen = seen;
    return isNew;
  }

  #load(text: string | undefined): void {
    try {
      this.#options.load(text);
      this.#state = { isInForce: true, loadedAt: Date.now() };
    } catch (error) {
      this.#refuse(error as Error);
    }
  }

  #refuse(cause: Error): void {
    this.#state = { ...this.#state, isInForce: false };
    this.#options.onError(cause);
  }
}

function seenText(text: string | undefined): string {
  return text === undefined ? 'absent' : `text ${text}`;
}
