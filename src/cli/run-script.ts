import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Settings of glibc's malloc. Threads get no arena of their own, and blocks of 256 KB and more are returned to the system
 * when they are freed, instead of raising that limit to their size: imports took up to 65 MB and 70 MB more.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

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
