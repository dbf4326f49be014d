import { UsageError } from '../../command-error.ts';
import { fetchCommand, findCommit, gitOutput, isInRepository } from './git.ts';

/** A commit to compare with, and how it was found; or why there is none. */
export type BaseCommit =
  | { readonly commit: string; readonly name: string }
  | { readonly commit: undefined; readonly note: string };

/** The variables of CI services that name the branch that a request is to be merged into. */
const BRANCH_VARIABLES = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The commit that a reviewer compares with: the merge base of HEAD with the branch that it is to be merged into, which is
 * that of `origin/HEAD`, else the one that CI names, else `main` or `master` of `origin`; on that branch itself, HEAD.
 * Throws where the history for that is missing, and never takes another commit in its place.
 */
export async function findBase(folder: string, environment: Environment): Promise<BaseCommit> {
  if (!(await isInRepository(folder))) {
    return { commit: undefined, note: 'Not compared: the project is in no git repository' };
  }
  const head = await findCommit(folder, 'HEAD');
  if (head === undefined) {
    return { commit: undefined, note: 'Not compared: the repository has no commit' };
  }
  const branch = await targetBranch(folder, environment);
  const current = await gitOutput(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD');
  if (current === branch) return { commit: head, name: 'HEAD' };
  const target = `refs/remotes/origin/${branch}`;
  const tip = (await hasRef(folder, target)) && (await findCommit(folder, target));
  const base = tip && (await gitOutput(folder, 'merge-base', head, tip));
  if (base) return { commit: base, name: `origin/${branch} (${base.slice(0, 12)})` };
  const missing = tip
    ? `git has no common commit of HEAD and origin/${branch} here`
    : `git does not have the branch "${branch}" of origin here`;
  throw new UsageError(
    `Cannot compare: ${missing}; write ${await fetchCommand(folder, branch)}, or name a REF`,
  );
}

/** The branch that HEAD is to be merged into, by its name on `origin`. */
async function targetBranch(folder: string, environment: Environment): Promise<string> {
  const remote = await gitOutput(folder, 'symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD');
  if (remote) return remote.replace('refs/remotes/origin/', '');
  const named = BRANCH_VARIABLES.map((name) => environment[name]).find((name) => name);
  if (named !== undefined) return checkedBranch(folder, named);
  for (const branch of ['main', 'master']) {
    if (await hasRef(folder, `refs/remotes/origin/${branch}`)) return branch;
  }
  return ownBranch(folder);
}

async function checkedBranch(folder: string, name: string): Promise<string> {
  const ref = await gitOutput(folder, 'check-ref-format', '--normalize', `refs/heads/${name}`);
  if (ref === `refs/heads/${name}` && /^[^-"$`\\!][^"$`\\!]*$/.test(name)) return name;
  throw new UsageError(
    `Cannot compare: ${BRANCH_VARIABLES.join(' or ')} holds no name of a branch`,
  );
}

/** Where nothing of `origin` is there: `main` or `master` of a repository that has no such remote. */
async function ownBranch(folder: string): Promise<string> {
  if ((await gitOutput(folder, 'remote', 'get-url', 'origin')) === undefined) {
    const current = await gitOutput(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD');
    if (current === 'main' || current === 'master') return current;
    throw new UsageError('Cannot compare: the repository has no remote "origin"; name a REF');
  }
  throw new UsageError(
    `Cannot compare: git has none of origin/HEAD, origin/main and origin/master here; write ${await fetchCommand(folder, '*')}, or name a REF`,
  );
}

async function hasRef(folder: string, ref: string): Promise<boolean> {
  return (await gitOutput(folder, 'show-ref', '--verify', '--quiet', ref)) !== undefined;
}

/** The commit of a revision that was named; throws where git does not have it. */
export async function namedCommit(folder: string, revision: string): Promise<string> {
  if (revision.startsWith('-')) {
    throw new UsageError(`A REF does not begin with "-": "${revision}"`);
  }
  if (!(await isInRepository(folder))) {
    throw new UsageError(
      `There is no file "${revision}", and the project is in no git repository that could have such a REF`,
    );
  }
  const commit = await findCommit(folder, revision);
  if (commit !== undefined) return commit;
  const isFetchable = await gitOutput(folder, 'remote', 'get-url', 'origin');
  const advice = isFetchable ? `; write ${await fetchOf(folder, revision)}` : '';
  throw new UsageError(`There is no file "${revision}", and git has no such REF here${advice}`);
}

/** The command that fetches a revision. */
async function fetchOf(folder: string, revision: string): Promise<string> {
  const shallow = (await gitOutput(folder, 'rev-parse', '--is-shallow-repository')) === 'true';
  const [, branch] = /^(?:refs\/remotes\/)?origin\/([\w./-]+)$/.exec(revision) ?? [];
  if (branch !== undefined) {
    const depth = shallow ? '--depth=1 ' : '';
    return `git fetch ${depth}origin "+refs/heads/${branch}:refs/remotes/origin/${branch}"`;
  }
  if (/^[0-9a-f]{40}$/.test(revision)) {
    return `git fetch ${shallow ? '--depth=1 ' : ''}origin ${revision}`;
  }
  const all = `git fetch ${shallow ? '--unshallow ' : ''}--tags origin "+refs/heads/*:refs/remotes/origin/*"`;
  return /^[\w./-]+$/.test(revision) ? `${all}; a branch of origin is "origin/${revision}"` : all;
}
