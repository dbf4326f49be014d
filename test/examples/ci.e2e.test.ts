import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemaFiles, writeSchemaFiles } from '../../src/cli/schema/schema-files.ts';
import { OWN_FOLDER } from '../../src/files/own-folder.ts';
import { ProjectReader } from '../../src/serving/project-reader.ts';
import { commitFiles, gitEnvironment, initRepository, runGit } from '../support/git.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The steps of the example's only job. */
function workflowSteps(): readonly Step[] {
  const text = readFileSync(join(OWN_FOLDER, 'examples/ci/pull-request.yml'), 'utf8');
  const { jobs } = parse(text) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  };
  const [[, job] = []] = Object.entries(jobs);
  return job?.steps ?? [];
}

const ORDERS = `-- Orders of a country.
-- @param country - Its code; all without it
SELECT o.id, o.country FROM orders AS o
WHERE @country IS NULL OR o.country = @country
ORDER BY id
`;

/** A case of the orders of one country, which answers with a row. */
function caseWith(row: object): string {
  const orders = [
    { id: 1, country: 'NL' },
    { id: 2, country: 'PT' },
  ];
  return JSON.stringify({ arguments: { country: 'NL' }, tables: { orders }, rows: [row] });
}

/** A project whose package is this checkout, as npm would link a package that is in the repository. */
const FILES = {
  'package.json': JSON.stringify({
    name: 'shop',
    private: true,
    dependencies: { fieldstone: 'file:package' },
  }),
  'package/package.json': JSON.stringify({
    name: 'fieldstone',
    version: '1.0.0',
    bin: 'fieldstone.cjs',
  }),
  'package/fieldstone.cjs': `#!/usr/bin/env node\nrequire(${JSON.stringify(join(OWN_FOLDER, 'src/bin.cjs'))});\n`,
  '.gitignore': 'node_modules\n',
  'fieldstone.json': '{ "tables": { "orders": {} } }\n',
  'tables/orders.json': JSON.stringify([
    { name: 'id', type: 'INT64', mode: 'REQUIRED' },
    { name: 'country', type: 'STRING' },
  ]),
  'endpoints/orders.sql': ORDERS,
  'cases/orders/one-country.json': caseWith({ id: 1, country: 'NL' }),
};

/** Commits files together with the `schema/` that the project then prints. */
async function commitProject(folder: string, files: Readonly<Record<string, string>>) {
  commitFiles(folder, files);
  const { endpoints, problems, project } = await new ProjectReader(folder).read();
  expect(problems).toEqual([]);
  await writeSchemaFiles(project, schemaFiles(endpoints));
  return commitFiles(folder);
}

/** A repository with pull requests, by their numbers, each with the merge commit that GitHub makes of it. */
async function openUpstream(
  changes: Readonly<Record<number, Readonly<Record<string, string>>>>,
): Promise<string> {
  const folder = temporaryFolder();
  initRepository(folder);
  mkdirSync(join(folder, 'package'), { recursive: true });
  for (const name of ['package.json', 'package/package.json'] as const) {
    writeFileSync(join(folder, name), FILES[name]);
  }
  const { status } = run(folder, 'npm install --package-lock-only --offline --no-audit --no-fund');
  expect(status).toBe(0);
  await commitProject(folder, FILES);
  for (const [number, files] of Object.entries(changes)) {
    runGit(folder, 'switch', '--quiet', '--create', `change-${number}`, 'main');
    await commitProject(folder, files);
    runGit(folder, 'switch', '--quiet', 'main');
    commitFiles(folder, { [`other-${number}.txt`]: 'What has been merged since' });
    runGit(folder, 'switch', '--quiet', '--detach', 'main');
    runGit(folder, 'merge', '--quiet', '--no-ff', '--no-edit', `change-${number}`);
    runGit(folder, 'update-ref', `refs/pull/${number}/merge`, 'HEAD');
    runGit(folder, 'switch', '--quiet', 'main');
  }
  return folder;
}

/** What `actions/checkout` makes of a pull request: a detached merge commit, without `origin/HEAD`. */
function checkout(upstream: string, number: number, depth: number): string {
  const folder = join(temporaryFolder(), 'a checkout');
  mkdirSync(folder);
  runGit(folder, 'init', '--quiet');
  runGit(folder, 'remote', 'add', 'origin', pathToFileURL(upstream).href);
  const merge = `+refs/pull/${number}/merge:refs/remotes/pull/${number}/merge`;
  const refs = depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*', merge] : [merge];
  const options = depth === 0 ? [] : [`--depth=${depth}`];
  runGit(folder, 'fetch', '--quiet', '--no-tags', ...options, 'origin', ...refs);
  runGit(folder, 'checkout', '--quiet', '--force', `refs/remotes/pull/${number}/merge`);
  return folder;
}

/** Runs a step as GitHub does, for a pull request to `main`. */
function run(folder: string, script: string) {
  const { status, stderr, stdout } = spawnSync('bash', ['-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...gitEnvironment(),
      HOME: folder,
      npm_config_update_notifier: 'false',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder,
      GITHUB_BASE_REF: 'main',
    },
  });
  return { status, stderr, stdout };
}

/** The scripts of the steps. */
function scripts(): readonly string[] {
  const all = workflowSteps().flatMap((step) => step.run ?? []);
  expect(all.map((script) => script.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm ci',
    'npx fieldstone check',
    'npx fieldstone test',
  ]);
  return all;
}

function depthOfExample(): number {
  const step = workflowSteps().find(({ uses }) => uses?.startsWith('actions/checkout@'));
  return Number(step?.with?.['fetch-depth'] ?? 1);
}

const ADDED = ORDERS.replace('o.country FROM', 'o.country, 1 AS n FROM');
const REQUIRED = ORDERS.replace('@param country', '@param {STRING!} country');

test('the workflow passes a safe change and fails a breaking one, at their lines', async () => {
  const upstream = await openUpstream({
    1: {
      'endpoints/orders.sql': ADDED,
      'cases/orders/one-country.json': caseWith({ id: 1, country: 'NL', n: 1 }),
    },
    2: { 'endpoints/orders.sql': REQUIRED },
  });
  const safe = checkout(upstream, 1, depthOfExample());
  const results = scripts().map((script) => run(safe, script));

  expect(results.map(({ status }) => status)).toEqual(results.map(() => 0));
  expect(results[1]?.stdout).toMatch(
    /^::notice file=endpoints\/orders\.sql,line=3,title=safe for graphql%2C rest%2C csv::orders: The column `n` /m,
  );

  const [install = '', check = ''] = scripts();
  const broken = checkout(upstream, 2, depthOfExample());
  expect(run(broken, install).status).toBe(0);
  const failed = run(broken, check);
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(
    /^::error file=endpoints\/orders\.sql,line=2,title=breaking for graphql%2C rest%2C csv::orders: `@country` must be sent/m,
  );

  // What a checkout without `fetch-depth` is.
  const shallow = checkout(upstream, 2, 1);
  expect(run(shallow, install).status).toBe(0);
  const refused = run(shallow, check);
  expect([refused.status, refused.stdout]).toEqual([2, '']);
  const [fetch = ''] = /git fetch .*(?=, or name)/.exec(refused.stderr) ?? [];
  expect(run(shallow, fetch).status).toBe(0);
  expect(run(shallow, check)).toMatchObject({ status: 1, stdout: failed.stdout });
});
