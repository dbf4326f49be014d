import { setTimeout as sleep } from 'node:timers/promises';
import { NAMESPACE_SEPARATOR } from '../../redis/keys.ts';
import type { RedisLink } from '../../redis/link.ts';
import type { Script } from '../../redis/scripts.ts';
import { type CursorKeys, createCursorSecret, cursorKey, isCursorSecret } from './view-cursor.ts';

/** Where replicas share a secret. */
export interface SharedSecretPlace {
  readonly link: Pick<RedisLink, 'run' | 'isUp'>;
  /** The prefix of its name: replicas with the same one accept each other's cursors. */
  readonly namespace: string;
  /** Milliseconds between looks at Redis. @default 5000 */
  readonly pollMs?: number;
  /** Milliseconds since the epoch. @default the system's */
  readonly now?: () => number;
}

/** How long cursors of a former key are accepted. */
const FORMER_MS = 3_600_000;
const POLL_MS = 5_000;
/** How long a start waits for Redis. */
const START_MS = 1_000;
const START_STEP_MS = 20;

/** Stores a secret unless there is one, and returns the one that is there. Key: its name. Value: the secret. */
const OFFER: Script<string> = {
  text: `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`,
  read(reply) {
    if (typeof reply === 'string' && isCursorSecret(reply)) return reply;
    throw new Error('The secret of cursors on Redis is no secret: delete it for a new one');
  },
};

/**
 * The secret that replicas share on Redis.
 *
 * Redis is looked at again and again: where it lost the secret, the replicas put back the one that they have, and one
 * that came up meanwhile takes that. Until Redis answers, each has a secret of its own.
 */
export class SharedCursorSecret {
  readonly #place: SharedSecretPlace;
  readonly #now: () => number;
  #secret = createCursorSecret();
  #key = cursorKey(this.#secret);
  #former: readonly { readonly key: Buffer; readonly until: number }[] = [];
  #isShared = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: SharedSecretPlace) {
    this.#place = place;
    this.#now = place.now ?? Date.now;
  }

  /** Waits for Redis, but not for long; resolves with whether the secret is shared now. */
  async open(): Promise<boolean> {
    const { link, pollMs = POLL_MS } = this.#place;
    const deadline = performance.now() + START_MS;
    while (!link.isUp && performance.now() < deadline) await sleep(START_STEP_MS);
    await this.#share();
    this.#timer = setInterval(() => void this.#share(), pollMs).unref();
    return this.#isShared;
  }

  /** The current key, and former ones for an hour after they gave way. */
  keys(): CursorKeys {
    const now = this.#now();
    return [this.#key, ...this.#former.filter(({ until }) => until > now).map(({ key }) => key)];
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #share(): Promise<void> {
    const { link, namespace } = this.#place;
    if (!link.isUp) return;
    const name = `${namespace}${NAMESPACE_SEPARATOR}cursor-secret`;
    // What Redis refuses it refuses again at the next look; until then the key stays as it is.
    const secret = await link.run(OFFER, [name], [this.#secret]).catch(() => undefined);
    if (secret === undefined) return;
    this.#isShared = true;
    if (secret === this.#secret) return;
    const now = this.#now();
    this.#former = [
      { key: this.#key, until: now + FORMER_MS },
      ...this.#former.filter(({ until }) => until > now),
    ];
    this.#secret = secret;
    this.#key = cursorKey(secret);
  }
}
