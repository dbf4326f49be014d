import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** A child process that changes a store. */
export interface StoreWorker {
  readonly child: ChildProcess;
  /** Lets it begin; resolves with its next message. */
  begin(): Promise<unknown>;
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a child process that has the store open, and waits to begin its work: one of `WORKS`, or `lock`. */
export async function startWorker(
  directory: string,
  work: string,
  argument = '',
): Promise<StoreWorker> {
  const child = fork(ENTRY, [directory, work, argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const open = once(child, 'message');
  await Promise.race([open, ended]);
  if (child.exitCode !== null)
    throw new Error(`Cannot open the store: exit code ${child.exitCode}`);
  return {
    child,
    begin: async () => {
      const answer = once(child, 'message');
      child.send('begin');
      const [message] = await Promise.race([answer, ended]);
      return message;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
