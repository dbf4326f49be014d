import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's package `libfaketime` has it; threads need the variant for them. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** Why the clock of a process cannot be set on this machine; undefined if it can. */
export const noFakeClock = existsSync(LIBRARY) ? undefined : 'libfaketime is not installed';

/** A wall clock of some processes that can be set while they run; their monotonic clock stays. */
export class FakeClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fieldstone-clock-'));

  constructor() {
    this.shift(0);
  }

  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** How far it is from the right time, in seconds. */
  shift(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  }

  /** Sets it to a moment. */
  set(moment: string): void {
    this.shift(Math.round((Date.parse(moment) - Date.now()) / 1_000));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'offset');
  }
}
