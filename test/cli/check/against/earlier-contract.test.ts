import { execSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Against, readEarlier } from '../../../../src/cli/check/against/earlier-contract.ts';
import { UsageError } from '../../../../src/cli/command-error.ts';
import {
  commitFiles,
  gitEnvironment,
  initRepository,
  isolateGit,
  runGit,
} from '../../../support/git.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

beforeEach(isolateGit);

/** The text of a contract that can be told from others by the endpoint that it has. */
function contract(endpoint: string): string {
  const settings = { maxRows: 1, cache: 'off', warm: 'off', sandbox: false, redact: false };
  const members = {
    id: '1',
    field: 'x',
    parameters: {},
    columns: [],
    returns: 'many',
    shape: true,
  };
  return JSON.stringify({ version: 1, endpoints: { [endpoint]: { ...members, settings } } });
}

const files = (endpoint: string) => ({ 'schema/contract.json': contract(endpoint) });

/** The endpoint of the contract that is compared with, and its name; or what is said in its place. */
async function earlier(
  folder: string,
  against: Against = true,
  environment: Readonly<Record<string, string>> = {},
) {
  const found = await readEarlier(against, { folder, schemaFolder: 'schema', environment });
  if (typeof found === 'string') return found;
  return [Object.keys(found.contract.endpoints)[0], found.name];
}

/** The message of the wrong use that a comparison is. */
async function refusal(...args: Parameters<typeof earlier>): Promise<string> {
  const error = await earlier(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  return (error as UsageError).message;
}

/** A repository with a branch `main`, and a branch `feature` one commit behind and one ahead of it. */
function upstream(): { readonly folder: string; readonly base: string } {
  const folder = temporaryFolder();
  initRepository(folder);
  const base = commitFiles(folder, files('base'));
  runGit(folder, 'switch', '--quiet', '--create', 'feature');
  commitFiles(folder, files('feature'));
  runGit(folder, 'switch', '--quiet', 'main');
  commitFiles(folder, files('main'));
  return { folder, base };
}

/** A clone of a repository with these options, as a folder. */
function clone(from: string, ...options: readonly string[]): string {
  const folder = temporaryFolder();
  runGit(folder, 'clone', '--quiet', ...options, pathToFileURL(from).href, 'clone');
  return join(folder, 'clone');
}

/** Runs the `git fetch` that a message says to write. */
function runAdvice(folder: string, message: string): void {
  const [command = ''] = /git fetch .*?(?=, or|; a branch|$)/.exec(message) ?? [];
  execSync(command, { cwd: folder, env: { ...gitEnvironment() }, stdio: 'pipe' });
}

test('it is the merge base with the branch of origin/HEAD, whatever CI says', async () => {
  const { base, folder } = upstream();
  const copy = clone(folder);
  runGit(copy, 'switch', '--quiet', 'feature');

  const name = `origin/main (${base.slice(0, 12)})`;
  expect(await earlier(copy)).toEqual(['base', name]);
  expect(await earlier(copy, true, { GITHUB_BASE_REF: 'feature' })).toEqual(['base', name]);
});

test.each(['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'])(
  'without origin/HEAD it is the merge base with the branch in %s',
  async (variable) => {
    const { folder } = upstream();
    runGit(folder, 'branch', 'release/1', 'main');
    const copy = clone(folder);
    runGit(copy, 'remote', 'set-head', 'origin', '--delete');
    runGit(copy, 'switch', '--quiet', '--detach', 'origin/feature');

    expect(await earlier(copy, true, { [variable]: 'release/1' })).toEqual([
      'base',
      expect.stringMatching(/^origin\/release\/1 /),
    ]);
    expect(await earlier(copy, true, { [variable]: '' })).toEqual([
      'base',
      expect.stringMatching(/^origin\/main /),
    ]);
  },
);

test('without any of them it is origin/main, or origin/master', async () => {
  const { folder } = upstream();
  runGit(folder, 'branch', '--move', 'main', 'master');
  const copy = clone(folder);
  runGit(copy, 'remote', 'set-head', 'origin', '--delete');
  runGit(copy, 'switch', '--quiet', 'feature');

  expect(await earlier(copy)).toEqual(['base', expect.stringMatching(/^origin\/master /)]);
});

test('on the branch itself it is HEAD, also where that is ahead of origin', async () => {
  const { folder } = upstream();
  const copy = clone(folder, '--branch', 'main');
  commitFiles(copy, files('ahead'));
  writeFileSync(join(copy, 'schema/contract.json'), 'not committed');

  expect(await earlier(copy)).toEqual(['ahead', 'HEAD']);
  // A repository of one's own, which nobody has cloned.
  runGit(copy, 'remote', 'remove', 'origin');
  expect(await earlier(copy)).toEqual(['ahead', 'HEAD']);
  runGit(copy, 'switch', '--quiet', '--create', 'other');
  expect(await refusal(copy)).toMatch(/no remote "origin"; name a REF$/);
});

test('a clone of depth 1 of a pull request says what to fetch, and that is enough', async () => {
  const { folder, base } = upstream();
  const copy = clone(folder, '--depth', '1', '--branch', 'feature');
  const environment = { GITHUB_BASE_REF: 'main' };
  const message = await refusal(copy, true, environment);

  expect(message).toMatch(
    /does not have the branch "main" of origin here; write git fetch --unshallow/,
  );
  runAdvice(copy, message);
  expect(await earlier(copy, true, environment)).toEqual([
    'base',
    `origin/main (${base.slice(0, 12)})`,
  ]);
});

test('where both branches are there but not what they have in common, that is fetched too', async () => {
  const { folder } = upstream();
  const copy = clone(folder, '--depth', '1', '--no-single-branch', '--branch', 'feature');
  const message = await refusal(copy);

  expect(message).toMatch(/no common commit of HEAD and origin\/main here; write git fetch --unsh/);
  runAdvice(copy, message);
  expect(await earlier(copy)).toEqual(['base', expect.stringMatching(/^origin\/main /)]);
});

test('without a branch to merge into, all are fetched', async () => {
  const { folder } = upstream();
  const copy = clone(folder, '--depth', '1', '--branch', 'feature');
  const message = await refusal(copy);

  expect(message).toMatch(/none of origin\/HEAD, origin\/main and origin\/master here/);
  runAdvice(copy, message);
  expect(await earlier(copy)).toEqual(['base', expect.stringMatching(/^origin\/main /)]);
});

test('a branch that is missing is never replaced by one that is there', async () => {
  const { folder } = upstream();
  const copy = clone(folder);
  runGit(copy, 'remote', 'set-head', 'origin', '--delete');
  runGit(copy, 'switch', '--quiet', 'feature');

  expect(await refusal(copy, true, { GITHUB_BASE_REF: 'release' })).toMatch(
    /the branch "release" of origin here; write git fetch origin "\+refs\/heads\/release:/,
  );
  for (const name of ['main~1', '--upload-pack=x', 'a"; touch b; "', '../main']) {
    expect(await refusal(copy, true, { GITHUB_BASE_REF: name })).toMatch(/no name of a branch$/);
  }
});

test('a REF is that commit itself; one that is missing says what to fetch', async () => {
  const { folder } = upstream();
  runGit(folder, 'tag', 'v1', 'main');

  expect(await earlier(folder, 'feature')).toEqual(['feature', 'feature']);
  expect(await earlier(folder, 'HEAD~1')).toEqual(['base', 'HEAD~1']);
  expect(await refusal(folder, 'nothing')).toMatch(/git has no such REF here$/);
  for (const ref of ['origin/main', runGit(folder, 'rev-parse', 'main'), 'v1', 'HEAD~1']) {
    const copy = clone(folder, '--depth', '1', '--branch', 'feature');
    const message = await refusal(copy, ref);
    expect(message).toMatch(
      /^There is no file ".+", and git has no such REF here; write git fetch /,
    );
    runAdvice(copy, message);
    expect(await earlier(copy, ref)).toEqual([ref === 'HEAD~1' ? 'base' : 'main', ref]);
  }
});

test('a REF is no option of git', async () => {
  const { folder } = upstream();

  expect(await refusal(folder, '--output=x')).toBe('A REF does not begin with "-": "--output=x"');
});

test('a FILE is read as it is, also outside of git; what is both is refused', async () => {
  const folder = realpathSync(temporaryFolder());
  const file = join(folder, 'old contract.json');
  writeFileSync(file, contract('file'));

  expect(await earlier(folder, file)).toEqual(['file', file]);
  expect(await refusal(folder, 'v1')).toMatch(
    /^There is no file "v1", and the project is in no git/,
  );

  initRepository(folder);
  commitFiles(folder);
  runGit(folder, 'branch', 'package.json');
  expect(await refusal(folder, 'package.json')).toMatch(
    /is a file, and a REF of git: write ".\/package.json" or "refs\/heads\/package.json"$/,
  );
});

test.each([
  ['{', /is no contract of a project: it is no JSON$/],
  ['<<<<<<< HEAD', /it is no JSON$/],
  ['{"version": 2, "endpoints": {}}', /: version: it is not 1, the only one that/],
  [contract('x').replace('"many"', '"some"'), /: endpoints\.x\.returns: /],
])('%s is no contract', async (text, message) => {
  const file = join(temporaryFolder(), 'contract.json');
  writeFileSync(file, text);

  expect(await refusal(temporaryFolder(), file)).toMatch(message);
});

test('outside of git, and where nothing is there to compare with, that is said', async () => {
  const folder = temporaryFolder();
  expect(await earlier(folder)).toBe('Not compared: the project is in no git repository');

  writeFileSync(join(folder, '.git'), 'gitdir: /nowhere/at/all');
  expect(await refusal(folder)).toMatch(
    /^Cannot read the repository: fatal: not a git repository: /,
  );
  rmSync(join(folder, '.git'));
  initRepository(folder);
  expect(await earlier(folder)).toBe('Not compared: the repository has no commit');
  commitFiles(folder, { 'fieldstone.json': '{"folders": {"schema": "printed"}}' });
  expect(await earlier(folder)).toBe('Not compared: HEAD has no printed/contract.json');
  expect(await refusal(folder, 'HEAD')).toBe('Cannot compare: HEAD has no printed/contract.json');
});

test('a project may be in a folder below that of the repository, and its schema/ anywhere', async () => {
  const root = temporaryFolder();
  initRepository(root);
  commitFiles(root, {
    'schema/contract.json': contract('root'),
    'my shop/api v1/fieldstone.json': '{"folders": {"schema": "printed here"}}',
    'my shop/api v1/printed here/contract.json': contract('below'),
  });
  const folder = join(root, 'my shop/api v1');

  expect(await earlier(folder)).toEqual(['below', 'HEAD']);
  // In a hook of the repository.
  vi.stubEnv('GIT_DIR', '.git');
  vi.stubEnv('GIT_INDEX_FILE', '.git/index');
  expect(await earlier(folder)).toEqual(['below', 'HEAD']);
  mkdirSync(join(root, 'new'));
  expect(await earlier(join(root, 'new'))).toBe('Not compared: HEAD has no schema/contract.json');
});
