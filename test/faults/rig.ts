import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey, type KeyGrant } from '../../src/auth/keys/key-record.ts';
import { writeKeys } from '../support/key-file.ts';
import type { Backends } from './backends.ts';
import { Client } from './client.ts';
import { cold, kept } from './questions.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import { nextProject } from './world.ts';

/** How the replicas of a rig differ from plain ones. */
export interface RigOptions {
  /** Variables of all replicas. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables of each; as many replicas are started. @default two without any */
  readonly replicas?: readonly (Partial<ReplicaOptions> & Pick<ReplicaOptions, 'environment'>)[];
  /** How long a query may take. @default 10 seconds */
  readonly deadlineMs?: number;
  /** The folder that has the key file. @default one of its own */
  readonly keysIn?: string;
  /** Whether it starts without waiting for the replicas. @default true */
  readonly waits?: boolean;
}

/** How long a whole round of right answers is looked for after a fault. */
const MAX_RECOVERY_MS = 15_000;
const ROUNDS = 3;
const PROBE_MS = 100;

const EVERYTHING: KeyGrant = {
  name: 'caller',
  endpoints: undefined,
  pins: {},
  redact: false,
  sandbox: true,
  expires: undefined,
};

/** Whether a replica takes a key. */
export async function isKnown(url: string, key: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/endpoints`, { headers: { 'x-api-key': key } });
  await answer.arrayBuffer();
  return answer.status !== 401;
}

/** Resolves when all run; where one does not start, the others end. */
async function startAll(starting: readonly Promise<Replica>[]): Promise<readonly Replica[]> {
  const started = await Promise.allSettled(starting);
  const replicas = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (!failed) return replicas;
  await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
  throw failed.reason;
}

let namespaces = 0;

/** Replicas of one service with what is behind them, and a client that judges their answers. */
export class Rig {
  readonly backends: Backends;
  readonly replicas: readonly Replica[];
  readonly folder: string;
  readonly key: string;
  readonly deadlineMs: number;
  #client: Client;

  private constructor(parts: Pick<Rig, 'backends' | 'replicas' | 'folder' | 'key' | 'deadlineMs'>) {
    this.backends = parts.backends;
    this.replicas = parts.replicas;
    this.folder = parts.folder;
    this.key = parts.key;
    this.deadlineMs = parts.deadlineMs;
    this.#client = this.#newClient();
  }

  static async open(backends: Backends, options: RigOptions = {}): Promise<Rig> {
    const { environment = {}, deadlineMs = 10_000, waits = true } = options;
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-rig-'));
    const keysFile = join(options.keysIn ?? folder, 'keys.json');
    rmSync(keysFile, { force: true });
    const [key = ''] = await writeKeys(keysFile, 1);
    namespaces += 1;
    const shared = {
      ...backends.environment,
      CACHE_NAMESPACE: `faults-${namespaces}`,
      QUERY_TIMEOUT_SECONDS: String(deadlineMs / 1_000),
      DRAIN_SECONDS: '1',
      // Runs that nobody has asked for would take the replies that are meant for others.
      WARM_DAILY_BYTES: '1KB',
      ...environment,
    };
    const wanted = options.replicas ?? [{ environment: {} }, { environment: {} }];
    const replicas = await startAll(
      wanted.map(({ environment: own, ...more }, i) =>
        Replica.start({
          name: `replica-${i}`,
          folder,
          waits,
          ...more,
          environment: { ...shared, ...own },
        }),
      ),
    );
    return new Rig({ backends, replicas, folder, key, deadlineMs });
  }

  get client(): Client {
    return this.#client;
  }

  /** The replica that questions go to unless they say otherwise. */
  get first(): Replica {
    return this.replica(0);
  }

  get second(): Replica {
    return this.replica(1);
  }

  replica(index: number): Replica {
    const replica = this.replicas[index];
    if (!replica) throw new Error(`There is no replica ${index}`);
    return replica;
  }

  /** Forgets what was judged so far. */
  begin(): void {
    this.#client.close();
    this.#client = this.#newClient();
  }

  /** Adds keys; all replicas know them when this resolves. */
  async addKeys(grants: readonly Partial<KeyGrant>[]): Promise<readonly string[]> {
    const made = grants.map((grant) => createKey({ ...EVERYTHING, ...grant }, new Date()));
    await changeKeys(this.keysFile, (records = []) => [
      ...records,
      ...made.map(({ record }) => record),
    ]);
    const secrets = made.map(({ secret }) => secret);
    for (const { url } of this.replicas) {
      for (const secret of secrets) while (!(await isKnown(url, secret))) await sleep(50);
    }
    return secrets;
  }

  get keysFile(): string {
    return join(this.folder, 'keys.json');
  }

  /**
   * Ends every fault and returns the seconds until the first of three rounds in a row in which every replica is ready,
   * answers kept and cold questions right, and shares its result with the others; undefined if there was none.
   */
  async recover(maxMs = MAX_RECOVERY_MS): Promise<number | undefined> {
    const begin = performance.now();
    const seconds = () => (performance.now() - begin) / 1_000;
    let since: number | undefined;
    for (let right = 0; right < ROUNDS; ) {
      const start = seconds();
      if (start * 1_000 > maxMs) return undefined;
      const isRight = await this.#round();
      if (!isRight) await sleep(PROBE_MS);
      else if (right === 0) since = start;
      right = isRight ? right + 1 : 0;
    }
    return since;
  }

  /** Good answers, so that neither retries nor breakers remember what was before. */
  async calm(replica: Replica, count = 25): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      const answer = await fetch(`${replica.url}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
    }
  }

  async close(): Promise<void> {
    this.#client.close();
    await Promise.all(
      this.replicas.map(async (replica) => {
        if (!replica.isRunning) return;
        replica.signal('SIGCONT');
        await replica.end('SIGKILL');
      }),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  #newClient(): Client {
    const ports = () => this.replicas.map(({ port }) => port);
    return new Client(ports, this.key, this.deadlineMs);
  }

  /** Probes are no part of the verdict. */
  async #round(): Promise<boolean> {
    const client = this.#newClient();
    try {
      const project = nextProject();
      for (const [replica, { url }] of this.replicas.entries()) {
        const ready = await fetch(`${url}/readyz`).catch(() => undefined);
        if ((await ready?.text()) !== '{"status":"ready"}') return false;
        await client.ask(kept(project), { replica });
        await client.ask(cold(project), { replica });
      }
      const { lost, undocumented } = client.verdict;
      const jobs = this.replicas.length + 1;
      return lost + undocumented === 0 && this.backends.jobsOf(project) === jobs;
    } finally {
      client.close();
    }
  }
}
