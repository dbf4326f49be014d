import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const START_MS = 120_000;

/** How an installed package is started. */
export interface StartOptions {
  readonly node: string;
  /** The folder that the package is installed in. */
  readonly app: string;
  /** The working folder, which may have a `fieldstone.json`. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** User and group. @default those of this process */
  readonly user?: number | undefined;
}

/** A service that runs from an installed package. */
export interface Service {
  readonly url: string;
  readonly key: string;
  /** Requests a path with the key; rejects unless the status is 200. */
  get(path: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts the service by the command that npm links, and waits until it listens. */
export async function startService(options: StartOptions): Promise<Service> {
  const { app, environment, folder, node, user } = options;
  const child = spawn(node, [`${app}/node_modules/.bin/fieldstone`, 'start'], {
    cwd: folder,
    env: { HOME: folder, PORT: '0', DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit');
  try {
    const [url, key] = await started(child, () => output);
    return {
      url,
      key,
      get: (path) => get(url + path, key),
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function started(child: ChildProcess, output: () => string) {
  for (const begin = performance.now(); performance.now() - begin < START_MS; ) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? [];
    const [key] = /\bfsk_\w+/.exec(output()) ?? [];
    if (url && key) return [url, key] as const;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service does not start: ${output()}`);
}

async function get(url: string, key: string): Promise<Response> {
  const response = await fetch(url, { headers: { 'x-api-key': key, accept: 'text/html, */*' } });
  if (response.status !== 200) {
    throw new Error(`${url} is ${response.status}: ${await response.text()}`);
  }
  return response;
}
