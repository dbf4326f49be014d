import { execFileSync } from 'node:child_process';

/** The environment of git in tests: a fixed author, and no settings of this machine. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: '2026-07-01T12:00:00Z',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: '2026-07-01T12:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** Runs git in a folder; returns what it prints, and throws where it fails. */
export function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], {
    cwd: folder,
    encoding: 'utf8',
    // biome-ignore lint/style/noProcessEnv: git itself is found by the path
    env: { PATH: process.env['PATH'], ...GIT_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}
