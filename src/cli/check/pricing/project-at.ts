import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError } from '../../command-error.ts';
import { gitOutput, runGit } from '../against/git.ts';

/**
 * Calls `use` with the folder of a project as it was at a commit: a copy of the commit's files outside of the repository,
 * which finds the packages that are installed now. It is removed when the result is there.
 */
export async function withProjectAt<Result>(
  folder: string,
  commit: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const root = await gitOutput(folder, 'rev-parse', '--show-toplevel');
  if (root === undefined) throw new CommandError(1, 'The repository has no working tree');
  const copy = await mkdtemp(join(await realpath(tmpdir()), 'fieldstone-check-'));
  try {
    const tree = join(copy, 'tree');
    await copyFiles(root, commit, { tree, index: join(copy, 'index') });
    const path = relative(await realpath(root), await realpath(folder));
    await linkPackages(root, tree, path);
    return await use(join(tree, path));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** With an index of its own, so that nothing of the repository changes and none of its hooks runs. */
async function copyFiles(
  root: string,
  commit: string,
  { index, tree }: { readonly index: string; readonly tree: string },
): Promise<void> {
  const environment = { GIT_INDEX_FILE: index };
  const whole = ['-c', 'core.sparseCheckout=false'];
  for (const args of [
    [...whole, 'read-tree', commit],
    [...whole, 'checkout-index', '--all', `--prefix=${tree}${sep}`],
  ]) {
    const { code, error } = await runGit(root, args, environment);
    if (code !== 0)
      throw new CommandError(1, `Cannot copy the files of ${commit}: ${error.trim()}`);
  }
}

/** Modules look for packages in the folders above them. */
async function linkPackages(root: string, tree: string, path: string): Promise<void> {
  for (let at = path; ; at = dirname(at)) {
    const [from, to] = [join(root, at, 'node_modules'), join(tree, at, 'node_modules')];
    if (existsSync(from) && existsSync(dirname(to)) && !existsSync(to))
      await symlink(from, to, 'junction');
    if (at === '' || at === '.') return;
  }
}
