import { randomUUID } from 'node:crypto';
import type { CacheEntry, CacheKey } from '../entry.ts';
import { openEnvelope } from '../envelope.ts';
import type { Claim, RunLocks, Sight } from '../run-locks.ts';
import { entryName } from '../shared-cache.ts';
import type { RedisClient } from './client.ts';
import { flightName } from './keys.ts';
import { type LeaseOptions, RedisLease, TOO_LARGE } from './lease.ts';
import { IN_ENTRY, LOOK, RELEASE, runScript, TAKE } from './scripts.ts';

/** Locks on Redis, and through Keyv the results of those who held them. */
export class RedisRunLocks implements RunLocks {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  async claim(key: CacheKey): Promise<Claim> {
    const token = randomUUID();
    let holder: string;
    try {
      holder = await this.#options.link.call((client, late) =>
        this.#take(client, key, token, late),
      );
    } catch {
      return { kind: 'unreachable' };
    }
    if (holder !== token) return { kind: 'taken', holder };
    const lease = new RedisLease(key, token, this.#options);
    return { kind: 'mine', lease, entry: await this.#entryOf(key) };
  }

  async look(key: CacheKey, holder: string): Promise<Sight> {
    const { keys, keyv, link, lockMs } = this.#options;
    const names = [keys.lock(key.key)];
    try {
      const now = await link.run(LOOK, names, [lockMs]);
      if (now === holder) return { kind: 'running' };
      const result = await keyv.get<Buffer>(flightName(key.key, holder));
      if (result?.equals(TOO_LARGE)) return { kind: 'too_large' };
      const isInEntry = result?.equals(Buffer.from(IN_ENTRY));
      const envelope = isInEntry ? await keyv.get<Buffer>(entryName(key.key)) : result;
      const entry = await this.#open(key, envelope);
      return entry ? { kind: 'landed', entry } : { kind: 'gone' };
    } catch {
      return { kind: 'unreachable' };
    }
  }

  async #take(
    client: RedisClient,
    key: CacheKey,
    token: string,
    late: AbortSignal,
  ): Promise<string> {
    const { keys, lockMs } = this.#options;
    const names = [keys.lock(key.key)];
    const holder = await runScript(client, TAKE, names, [token, lockMs]);
    // Nobody knows of a lock that came too late, and others would wait for it.
    if (late.aborted && holder === token) await runScript(client, RELEASE, names, [token]);
    return holder;
  }

  /** Where it cannot be read, the run writes it anew. */
  async #entryOf(key: CacheKey): Promise<CacheEntry | undefined> {
    if (!key.lifetime) return undefined;
    const envelope = await this.#options.keyv.get<Buffer>(entryName(key.key)).catch(() => {});
    return this.#open(key, envelope || undefined);
  }

  async #open(key: CacheKey, envelope: Buffer | undefined): Promise<CacheEntry | undefined> {
    if (!envelope) return undefined;
    const entry = await openEnvelope(key, envelope);
    if (!entry) this.#options.counters.add('shared_rejected');
    return entry;
  }
}
