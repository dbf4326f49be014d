import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs one of our scripts in a child process, with a channel that closes when this one ends; resolves with its exit code. */
export async function runScript(file: URL, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  child.on('error', reject);
  child.on('exit', (code) => resolve(code ?? 1));
  return promise;
}
