/**
 * `node test/bench/request-coverage.ts [ROOT]`, for the build in another folder: the files and functions of ours that a
 * request runs in the gateway's process, and their calls, by V8's precise coverage. Engine processes are not counted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isReady } from '../support/gateway-process.ts';

const ROOT = process.argv[2] ?? fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = pathToFileURL(join(ROOT, 'src/')).href;
/** By the same script, of commit ec73308a. */
const BEFORE = { miss: '421 functions, 3529 calls', hit: '216 functions, 479 calls' };
const PATH = '/api/endpoints/query/usage.api-counts?project=demo&interval=';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** A connection to the inspector of a process. */
class Inspector {
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  /** The result of a method of the inspector's protocol. */
  async call<Result>(method: string, params: object = {}): Promise<Result> {
    this.#id += 1;
    const id = this.#id;
    const { promise, resolve } = Promise.withResolvers<Result>();
    const onMessage = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data));
      if (message.id !== id) return;
      this.#socket.removeEventListener('message', onMessage);
      resolve(message.result);
    };
    this.#socket.addEventListener('message', onMessage);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }
}

function describe({ result }: Coverage): string {
  const ran = result
    .filter(({ url }) => url.startsWith(SOURCES))
    .map(({ functions }) => functions.map(({ ranges: [all] }) => all?.count ?? 0))
    .map((counts) => counts.filter((count) => count > 0))
    .filter((counts) => counts.length > 0);
  const counts = ran.flat();
  const calls = counts.reduce((sum, count) => sum + count, 0);
  return `${ran.length} files, ${counts.length} functions, ${calls} calls`;
}

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-coverage-'));
const args = ['--inspect=127.0.0.1:0', '-r', join(ROOT, 'src/preload.cjs')];
const child = spawn(process.execPath, [...args, join(ROOT, 'src/main.ts')], {
  cwd: folder,
  env: { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
try {
  let output = '';
  const collect = (text: Buffer) => {
    output += text;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const until = async (pattern: RegExp) => {
    while (!pattern.test(output)) await setTimeout(50);
    return pattern.exec(output)?.[1] ?? '';
  };
  const inspector = await Inspector.connect(await until(/(ws:\S+)\n/));
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const url = await until(/GraphiQL\s+(\S+)\/graphql/);
  const key = await until(/(fsk_\w+)\s/);
  while (!(await isReady(url))) await setTimeout(50);
  /** What runs while something is awaited, and a moment later: lines of the log are gathered. */
  const coverageOf = async (work: () => Promise<unknown>) => {
    await setTimeout(1_500);
    await inspector.call('Profiler.takePreciseCoverage');
    await work();
    await setTimeout(100);
    return describe(await inspector.call<Coverage>('Profiler.takePreciseCoverage'));
  };
  const request = async (interval: string) => {
    const response = await fetch(`${url}${PATH}${interval}`, { headers: { 'x-api-key': key } });
    const { result } = (await response.json()) as { result: readonly object[] };
    return `${response.headers.get('cache-status')}, ${result.length} rows`;
  };
  for (const interval of ['hourly', 'hourly', 'daily', 'daily']) await request(interval);
  process.stdout.write(`  nobody asks: ${await coverageOf(async () => {})}\n`);
  for (const kind of ['miss', 'hit'] as const) {
    let answer = '';
    const ran = await coverageOf(async () => {
      answer = await request('minutely');
    });
    process.stdout.write(`  ${kind} (${answer}): ${ran}; before: ${BEFORE[kind]}\n`);
  }
} finally {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
