import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** The environment of git in tests: a fixed author, and no settings of this machine. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: '2026-07-01T12:00:00Z',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: '2026-07-01T12:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** Has git that is run by the code under test read no settings of this machine, until the running test ends. */
export function isolateGit(): void {
  for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** The variables of a process that runs git in a test. */
export function gitEnvironment(): Readonly<Record<string, string | undefined>> {
  // biome-ignore lint/style/noProcessEnv: git itself is found by the path
  return { PATH: process.env['PATH'], ...ENVIRONMENT };
}

/** Runs git in a folder; returns what it prints, and throws where it fails. */
export function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: gitEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Makes a folder a repository whose first branch has this name. */
export function initRepository(folder: string, branch = 'main'): void {
  runGit(folder, 'init', '--quiet', '--initial-branch', branch);
}

/** Writes files and commits everything in a folder; returns the hash of the commit. */
export function commitFiles(folder: string, files: Readonly<Record<string, string>> = {}): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  runGit(folder, 'add', '--all');
  runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Change');
  return runGit(folder, 'rev-parse', 'HEAD');
}
