import { randomUUID } from 'node:crypto';
import type { CacheEntry, CacheKey } from '../entry.ts';
import { MAX_ENVELOPE_BYTES, openEnvelope } from '../envelope.ts';
import type { Claim, RunLocks, Sight } from '../run-locks.ts';
import type { RedisClient } from './client.ts';
import { type LeaseOptions, RedisLease, TOO_LARGE } from './lease.ts';
import { LOOK, type LockReply, RELEASE, runScript, TAKE } from './scripts.ts';

/** Locks on Redis, and the results of those who held them. */
export class RedisRunLocks implements RunLocks {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  async claim(key: CacheKey): Promise<Claim> {
    const token = randomUUID();
    let reply: LockReply;
    const patience = { isOver: false };
    try {
      reply = await this.#options.link.call((client) => this.#take(client, key, token, patience));
    } catch {
      patience.isOver = true;
      return { kind: 'unreachable' };
    }
    if (reply.holder !== token) return { kind: 'taken', holder: reply.holder };
    const lease = new RedisLease(key, token, this.#options);
    return { kind: 'mine', lease, entry: await this.#open(key, reply.bytes) };
  }

  async look(key: CacheKey, holder: string): Promise<Sight> {
    const { keys, link, lockMs } = this.#options;
    const names = [keys.lock(key.key), keys.flight(key.key, holder), ...this.#entryOf(key)];
    let reply: LockReply;
    try {
      reply = await link.call((client) =>
        runScript(client, LOOK, names, [holder, lockMs, MAX_ENVELOPE_BYTES]),
      );
    } catch {
      return { kind: 'unreachable' };
    }
    if (reply.holder === holder) return { kind: 'running' };
    if (reply.bytes.equals(TOO_LARGE)) return { kind: 'too_large' };
    const entry = await this.#open(key, reply.bytes);
    return entry ? { kind: 'landed', entry } : { kind: 'gone' };
  }

  async #take(
    client: RedisClient,
    key: CacheKey,
    token: string,
    patience: { readonly isOver: boolean },
  ): Promise<LockReply> {
    const { keys, lockMs } = this.#options;
    const lock = keys.lock(key.key);
    const names = [lock, ...this.#entryOf(key)];
    const reply = await runScript(client, TAKE, names, [token, lockMs, MAX_ENVELOPE_BYTES]);
    // Nobody knows of a lock that came too late, and others would wait for it.
    if (patience.isOver && reply.holder === token) {
      await runScript(client, RELEASE, [lock], [token]);
    }
    return reply;
  }

  #entryOf({ key, lifetime }: CacheKey): readonly string[] {
    return lifetime ? [this.#options.keys.entry(key)] : [];
  }

  async #open(key: CacheKey, bytes: Buffer): Promise<CacheEntry | undefined> {
    if (bytes.length === 0) return undefined;
    const entry = await openEnvelope(key, bytes);
    if (!entry) this.#options.counters.add('shared_rejected');
    return entry;
  }
}
