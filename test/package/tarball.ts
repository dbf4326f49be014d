import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT, runWith } from './tools.ts';

/** Files that an installed package is used by. */
const NEEDED = [
  'LICENSE',
  'README.md',
  'dist/exports/endpoint.d.ts',
  'dist/pages/console/index.html',
  'dist/pages/graphiql/index.html',
  'dist/mcp/protocol-sdk.js',
  'dist/rest/docs/swagger-ui-bundle.js',
  'dist/tracing/opentelemetry.js',
  'examples/shop/fieldstone.json',
  'fieldstone.json',
  'schema/schema.graphql',
  'src/bin.cjs',
  'src/endpoints/logs.all/query.sql',
];

/** Files that are for those who work on the package. */
const UNWANTED =
  /^(?:test|findings|\.|src\/(?!bin\.cjs$|endpoints\/|demo\/tables\/).*\.ts$|docs\/decisions)|\.test\.|\.data|node_modules|keys\.json/;

/** Packs the package, which builds it; gives the tarball. */
export async function pack(work: string): Promise<string> {
  await npm(process.execPath, ['pack', '--pack-destination', work], ROOT);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return join(work, `fieldstone-${version}.tgz`);
}

/** Looks whether the tarball has what is needed, and nothing else. */
export async function checkFiles(tarball: string, work: string): Promise<string> {
  const listed = await runWith(process.execPath, ['tar', '-tzf', tarball], work);
  const files = listed
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
  const missing = NEEDED.filter((name) => !files.includes(name));
  const unwanted = files.filter((name) => UNWANTED.test(name));
  if (missing.length > 0) throw new Error(`It lacks ${missing.join(', ')}`);
  if (unwanted.length > 0) throw new Error(`It has ${unwanted.slice(0, 10).join(', ')}`);
  return `${files.length} files`;
}

/** Linters of packages, in the versions that are run. */
const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';

/** Whether npm's registry answers. */
export async function hasRegistry(work: string): Promise<boolean> {
  const answer = await npm(process.execPath, ['view', PUBLINT, 'version'], work).catch(() => '');
  return PUBLINT.endsWith(`@${answer.trim()}`);
}

/** Has the linter of packages look at the tarball. */
export async function lint(tarball: string, work: string): Promise<string> {
  const args = ['exec', '--yes', `--package=${PUBLINT}`, '--', 'publint', 'run', tarball];
  await npm(process.execPath, [...args, '--strict'], work);
  return PUBLINT;
}

/** Has the linter of declarations resolve every export; the package has ES modules alone. */
export async function lintTypes(tarball: string, work: string): Promise<string> {
  const args = ['exec', '--yes', `--package=${ATTW}`, '--', 'attw', tarball];
  await npm(process.execPath, [...args, '--profile', 'esm-only'], work);
  return ATTW;
}
