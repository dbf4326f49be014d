import { randomUUID } from 'node:crypto';
import type { CacheEntry, CacheKey } from '../cache/entry.ts';
import { openEnvelope } from '../cache/envelope.ts';
import { type Claim, entryName, type RunLocks, type RunState } from '../cache/shared.ts';
import type { RedisClient } from './client.ts';
import { flightName } from './keys.ts';
import { type LeaseOptions, RedisLease, TOO_LARGE } from './lease.ts';
import { IN_ENTRY, LOOK, RELEASE, runScript, TAKE } from './scripts.ts';

/** The result of taking a lock: its holder, and the current entry if the holder is new. */
interface LockResult {
  readonly holder: string;
  readonly envelope: Buffer | undefined;
}

/** Locks on Redis, with the results of their holders read through Keyv; each method is one call of the link. */
export class RedisRunLocks implements RunLocks {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  async claim(key: CacheKey, sharedState?: string): Promise<Claim> {
    const token = newToken(sharedState);
    let taken: LockResult;
    try {
      taken = await this.#options.link.call((client, late) => this.#take(client, key, token, late));
    } catch {
      return { kind: 'unreachable' };
    }
    const { holder } = taken;
    if (holder !== token) return { kind: 'taken', holder, sharedState: sharedStateIn(holder) };
    const lease = new RedisLease(key, token, this.#options);
    return { kind: 'mine', lease, entry: await this.#open(key, taken.envelope) };
  }

  async look(key: CacheKey, holder: string): Promise<RunState> {
    let result: 'running' | Buffer | undefined;
    try {
      result = await this.#options.link.call((client) => this.#resultOf(client, key, holder));
    } catch {
      return { kind: 'unreachable' };
    }
    if (result === 'running') return { kind: 'running' };
    if (result?.equals(TOO_LARGE)) return { kind: 'too_large' };
    const entry = await this.#open(key, result);
    return entry ? { kind: 'ended', entry } : { kind: 'gone' };
  }

  async #take(
    client: RedisClient,
    key: CacheKey,
    token: string,
    late: AbortSignal,
  ): Promise<LockResult> {
    const { keys, keyv, lockMs } = this.#options;
    const names = [keys.lock(key.key)];
    const holder = await runScript(client, TAKE, names, [token, lockMs]);
    const isMine = holder === token;
    // Only the lock's holder writes the entry. If it cannot be read, the run writes it again.
    const envelope =
      isMine && key.lifetime && (await keyv.get<Buffer>(entryName(key.key)).catch(() => {}));
    // A lock acquired too late has no owner, and other replicas would wait for it.
    if (late.aborted && isMine) await runScript(client, RELEASE, names, [token]);
    return { holder, envelope: envelope || undefined };
  }

  async #resultOf(
    client: RedisClient,
    key: CacheKey,
    holder: string,
  ): Promise<'running' | Buffer | undefined> {
    const { keys, keyv, lockMs } = this.#options;
    const now = await runScript(client, LOOK, [keys.lock(key.key)], [lockMs]);
    if (now === holder) return 'running';
    const result = await keyv.get<Buffer>(flightName(key.key, holder));
    return result?.equals(IN_ENTRY) ? keyv.get<Buffer>(entryName(key.key)) : result;
  }

  async #open(key: CacheKey, envelope: Buffer | undefined): Promise<CacheEntry | undefined> {
    if (!envelope) return undefined;
    const entry = await openEnvelope(key, envelope);
    if (!entry) this.#options.counters.add('shared_rejected');
    return entry;
  }
}

const SEPARATOR = '/';

/** Identifies a run, and tells other replicas which data it reads. */
function newToken(sharedState: string | undefined): string {
  const id = randomUUID();
  return sharedState === undefined ? id : id + SEPARATOR + sharedState;
}

function sharedStateIn(token: string): string | undefined {
  const index = token.indexOf(SEPARATOR);
  return index < 0 ? undefined : token.slice(index + SEPARATOR.length);
}
