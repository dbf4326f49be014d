import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Keeps threads from an arena of glibc's malloc each, which took 65 MB more in an import of a million lines. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };

/** Runs one of our scripts in a child process, with a channel that closes when this one ends; resolves with its exit code. */
export async function runScript(file: URL, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    // biome-ignore lint/style/noProcessEnv: what is started needs the same.
    env: { ...ALLOCATOR, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  child.on('error', reject);
  child.on('exit', (code) => resolve(code ?? 1));
  return promise;
}
