import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { START_OPTIONS } from '../start-options.ts';

/** A server in a process of its own, on the first core. */
export interface ServerProcess {
  readonly port: number;
  readonly key: string;
  readonly child: ChildProcess;
}

/** What a load of one question showed. */
export interface Load {
  readonly answers: number;
  readonly perSecond: number;
  /** What a core does that has nothing else to do: on a busy machine this is the figure that holds. */
  readonly perCpuSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const CAN_PIN = spawnSync('taskset', ['-V']).status === 0;

/** Servers and their load must not take each other's time. */
function pinned(core: number, args: readonly string[]): [string, string[]] {
  const command = [process.execPath, ...args];
  if (!CAN_PIN) return [process.execPath, command.slice(1)];
  return ['taskset', ['-c', String(core), ...command]];
}

/** Starts a server; its output, the log among it, goes nowhere. */
export async function startServer(file: string, args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(...pinned(0, [...START_OPTIONS, file, ...args]), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number; key: string }>();
  child.once('message', (message) => resolve(message as { port: number; key: string }));
  child.once('exit', (code) => reject(new Error(`"${file}" ended with ${code}`)));
  return { ...(await promise), child };
}

/** Asks a server over and over, and how much processor time that took; rejects where it answers with another status. */
export async function load(file: string, server: ServerProcess, task: object): Promise<Load> {
  const before = await cpuSeconds(server);
  const [command, args] = pinned(1, [file, JSON.stringify({ ...task, port: server.port })]);
  const { stdout } = await promisify(execFile)(command, args);
  const found = JSON.parse(stdout) as Omit<Load, 'perCpuSecond'>;
  return { ...found, perCpuSecond: found.answers / ((await cpuSeconds(server)) - before) };
}

async function cpuSeconds({ child }: ServerProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('message', (message) => resolve((message as { cpu: number }).cpu));
  child.send('cpu');
  return promise;
}
