import { execFile } from 'node:child_process';
import { UsageError } from '../../command-error.ts';

/** What a run of git has printed, and its exit code. */
export interface GitRun {
  readonly code: number;
  readonly output: string;
  readonly error: string;
}

/** The most bytes that a file or a list of git may have. */
const MAX_BYTES = 256 * 1_048_576;

/** What git tells its hooks of the repository that they run for: paths from another folder. */
const HOOK_VARIABLES = [
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
];

/** Runs git in a folder, without a shell; rejects only where git cannot be run at all. */
export function runGit(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<GitRun> {
  const { promise, resolve, reject } = Promise.withResolvers<GitRun>();
  // biome-ignore lint/style/noProcessEnv: git reads its own settings there
  const own = Object.entries(process.env).filter(([name]) => !HOOK_VARIABLES.includes(name));
  const fixed = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  const env = { ...Object.fromEntries(own), ...fixed, ...environment };
  const options = { cwd: folder, env, maxBuffer: MAX_BYTES };
  execFile('git', [...args], options, (failure, output, error) => {
    const code = failure ? failure.code : 0;
    if (typeof code === 'number') resolve({ code, output, error });
    else reject(new UsageError(`Cannot run git: ${failure?.message.split('\n')[0]}`));
  });
  return promise;
}

/** What git prints, without blanks at its ends; undefined where it fails. */
export async function gitOutput(folder: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runGit(folder, args);
  return code === 0 ? output.trim() : undefined;
}

/** Whether a folder is in the working tree of a repository; throws where git refuses to say so. */
export async function isInRepository(folder: string): Promise<boolean> {
  const { code, error, output } = await runGit(folder, ['rev-parse', '--is-inside-work-tree']);
  if (code === 0) return output.trim() === 'true';
  // A link to a repository that is missing has another message.
  if (error.includes('not a git repository (or any')) return false;
  throw new UsageError(`Cannot read the repository: ${error.trim()}`);
}

/** The hash of a commit that a revision names; undefined if git does not have it. */
export function findCommit(folder: string, revision: string): Promise<string | undefined> {
  const name = `${revision}^{commit}`;
  return gitOutput(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', name);
}

/** The text of a file of a commit, with its path from the folder; undefined if the commit does not have it. */
export async function readAtCommit(
  folder: string,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const object = `${commit}:./${path}`;
  const blob = await gitOutput(
    folder,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    object,
  );
  if (blob === undefined) return undefined;
  const { code, error, output } = await runGit(folder, ['show', '--end-of-options', object]);
  if (code === 0) return output;
  throw new UsageError(`Cannot read ${path} of ${commit.slice(0, 12)}: ${error.trim()}`);
}

/** The command that fetches a branch of `origin`, or all of them, with the history that a merge base needs. */
export async function fetchCommand(folder: string, branch: string): Promise<string> {
  const shallow = await gitOutput(folder, 'rev-parse', '--is-shallow-repository');
  const depth = shallow === 'true' ? '--unshallow ' : '';
  return `git fetch ${depth}origin "+refs/heads/${branch}:refs/remotes/origin/${branch}"`;
}
