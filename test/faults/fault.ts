import type { Backends } from './backends.ts';
import type { Client } from './client.ts';
import { Rig, type RigOptions } from './rig.ts';

/** One thing that goes wrong, and what must happen. */
export interface Fault {
  /** Letter of the group and number within it: `B1`. */
  readonly id: string;
  readonly fault: string;
  readonly expected: string;
  readonly run: (trial: Trial) => Promise<void>;
}

/** What was seen of a fault. */
export interface Seen {
  readonly seen: string;
  readonly lost: number;
  readonly undocumented: number;
  /** Seconds until all was normal; undefined where nothing has to recover. */
  readonly recovery: number | undefined;
  /** Why this machine cannot try it. */
  readonly notRun: string | undefined;
  /** Expectations that were not met. */
  readonly unmet: readonly string[];
}

/** After a fault all must be normal within so many seconds. */
const MAX_RECOVERY_SECONDS = 5;

/** One try of a fault: the rig, and what is found out. */
export class Trial {
  readonly backends: Backends;
  readonly #shared: Rig;
  readonly #notes: string[] = [];
  readonly #unmet: string[] = [];
  readonly #own: Rig[] = [];
  #recovery: number | undefined;
  #notRun: string | undefined;

  constructor(shared: Rig) {
    this.backends = shared.backends;
    this.#shared = shared;
    shared.begin();
  }

  /** The two plain replicas. */
  get rig(): Rig {
    return this.#shared;
  }

  get client(): Client {
    return this.#shared.client;
  }

  /** Replicas of this trial's own, which end with it. */
  async openRig(options: RigOptions): Promise<Rig> {
    const rig = await Rig.open(this.backends, options);
    this.#own.push(rig);
    return rig;
  }

  /** It cannot be tried on this machine. */
  skip(why: string): void {
    this.#notRun = why;
  }

  /** Adds to what was seen. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** Adds to what is not as expected, unless it is. */
  expect(isMet: boolean, what: string): void {
    if (!isMet) this.#unmet.push(what);
  }

  expectEqual(seen: unknown, expected: unknown, what: string): void {
    this.expect(seen === expected, `${what}: ${seen} in place of ${expected}`);
  }

  /** Ends every fault and measures how long it takes until all is normal. */
  async recover(rig = this.#shared, maxSeconds = MAX_RECOVERY_SECONDS): Promise<void> {
    await this.backends.heal();
    const seconds = await rig.recover(Math.max(15, maxSeconds + 10) * 1_000);
    this.recovered(seconds ?? Number.POSITIVE_INFINITY, maxSeconds);
  }

  /** Takes what was measured otherwise: the seconds until all was normal. */
  recovered(seconds: number, maxSeconds = MAX_RECOVERY_SECONDS): void {
    this.#recovery = Math.max(this.#recovery ?? 0, seconds);
    this.expect(
      seconds <= maxSeconds,
      `normal after ${seconds.toFixed(1)} s, not within ${maxSeconds}`,
    );
  }

  async end(): Promise<Seen> {
    const clients = [this.#shared, ...this.#own].map(({ client }) => client);
    const sum = (kind: 'lost' | 'undocumented') =>
      clients.reduce((total, { verdict }) => total + verdict[kind], 0);
    await this.backends.heal();
    const samples = clients.flatMap((client) => client.samples);
    await Promise.all(this.#own.map((rig) => rig.close()));
    return {
      seen: this.#notes.join('; '),
      lost: sum('lost'),
      undocumented: sum('undocumented'),
      recovery: this.#recovery,
      notRun: this.#notRun,
      unmet: [...this.#unmet, ...samples],
    };
  }
}
