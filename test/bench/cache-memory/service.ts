import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 32;
const START = /"start": "node (.*?)-r /;

/** What a service holds, in bytes. */
export interface Held {
  readonly rss: number;
  /** What V8 holds; only what is in use where that was asked for. */
  readonly live: number;
  /** As its cache counts it. */
  readonly kept: number;
}

/** A service in a process of its own, whose engine makes a small answer for every question. */
export class SmallAnswers {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #asked = 0;

  private constructor(child: ChildProcess, { port, key }: { port: number; key: string }) {
    this.#child = child;
    this.#port = port;
    this.#key = key;
  }

  /** Starts the service with the options of Node that `npm start` has, and more. */
  static async start(cacheBytes: number, ...options: string[]): Promise<SmallAnswers> {
    const file = fileURLToPath(new URL('./server.ts', import.meta.url));
    const child = fork(file, [String(cacheBytes)], {
      execArgv: [...startOptions(), ...options],
    });
    return new SmallAnswers(child, (await answerOf(child)) as { port: number; key: string });
  }

  /** What the service holds; `live` lets it collect its garbage first, for which it takes `--expose-gc`. */
  async held(state: 'now' | 'live' = 'now'): Promise<Held> {
    const answer = answerOf(this.#child);
    this.#child.send(state);
    return (await answer) as Held;
  }

  /** Asks so many questions whose answers are not kept: compiles the code and fills the buffers. */
  async warmUp(count: number): Promise<void> {
    await this.#many(count, (n) =>
      this.#ask(`/api/endpoints/query/logs.all?project=p${n}&project_tier=PRO`),
    );
  }

  /** Asks so many questions that nobody has asked before, in all the ways that leave something in the cache. */
  async fill(count: number): Promise<void> {
    await this.#many(count, (n) => WAYS[n % WAYS.length]?.(n, this.#ask) ?? Promise.resolve());
  }

  stop(): void {
    this.#agent.destroy();
    this.#child.kill('SIGKILL');
  }

  async #many(count: number, ask: (n: number) => Promise<void>): Promise<void> {
    const end = this.#asked + count;
    const work = async () => {
      while (this.#asked < end) await ask(++this.#asked);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }

  readonly #ask: Ask = (path, headers = {}, body = undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const asked = request({
      port: this.#port,
      host: '127.0.0.1',
      agent: this.#agent,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json', ...headers },
    });
    asked.on('error', reject).on('response', (answer) => {
      const { statusCode } = answer.resume();
      answer.on('end', () =>
        statusCode === 200 ? resolve() : reject(new Error(`${path}: ${statusCode}`)),
      );
    });
    asked.end(body);
    return promise;
  };
}

type Ask = (path: string, headers?: Record<string, string>, body?: string) => Promise<void>;

const COUNTS = '/api/endpoints/query/usage.api-counts?interval=hourly&project=p';
const OPERATION =
  'query ($p: String!) { usageApiCounts(project: $p, interval: HOURLY) { rows { timestamp } } }';

const WAYS: readonly ((n: number, ask: Ask) => Promise<void>)[] = [
  (n, ask) => ask(`${COUNTS}${n}`),
  (n, ask) => ask(`${COUNTS}${n}`, { 'svc-endpoint-redact-pii': 'true' }),
  (n, ask) => {
    const variables = { p: `p${n}` };
    return ask('/graphql', {}, JSON.stringify({ query: OPERATION, variables }));
  },
  (n, ask) => {
    const sql = encodeURIComponent(`SELECT COUNT(*) AS n FROM requests WHERE 1 = ${n}`);
    return ask(`${COUNTS}${n % 100}&sql=${sql}`);
  },
];

async function answerOf(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const failed = (code: number | null) => reject(new Error(`The service ended with ${code}`));
  child.once('exit', failed).once('message', (message) => {
    child.off('exit', failed);
    resolve(message);
  });
  return promise;
}

/** The figures hold for the options under which the service is started. */
function startOptions(): string[] {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return START.exec(text)?.[1]?.trim().split(' ') ?? [];
}
