/**
 * `npm run build`: builds the pages into `dist/pages`, each asset also compressed. `npm ci` runs it too; a build takes
 * seconds, so that nothing is done for a page that is built already from the same files and packages.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { GRAPHIQL_PLUGINS, GRAPHIQL_WORKER_PLUGINS } from './graphiql-plugins.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A page: a folder here with its `index.html`. */
interface PageBuild {
  readonly name: string;
  /** The path that its assets are served below, with a `/` at its end. */
  readonly base: string;
  readonly config?: InlineConfig;
}

const PAGES: readonly PageBuild[] = [
  { name: 'console', base: '/' },
  {
    name: 'graphiql',
    base: '/graphql/',
    config: {
      plugins: [...GRAPHIQL_PLUGINS],
      worker: { format: 'es', plugins: () => [...GRAPHIQL_WORKER_PLUGINS] },
    },
  },
];

function configOf({ base, config, name }: PageBuild, output: string): InlineConfig {
  return {
    root: here(name),
    base,
    configFile: false,
    logLevel: 'error',
    ...config,
    build: {
      outDir: output,
      emptyOutDir: true,
      license: { fileName: 'licenses.md' },
      // Data URLs would have to be allowed by the Content-Security-Policy.
      assetsInlineLimit: 0,
      target: 'es2023',
    },
  };
}

const brotli = promisify(brotliCompress);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
}

/** A hash of everything that decides a page. */
function inputsHash(page: string): string {
  const folders = [page, 'shared'].flatMap((folder) =>
    readdirSync(here(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const builders = ['build.ts', 'graphiql-plugins.ts', '../../package-lock.json'].map(here);
  const hash = createHash('sha256');
  for (const file of [...folders, ...builders].sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

async function buildPage(page: PageBuild): Promise<void> {
  const output = here(`../../dist/pages/${page.name}`);
  const stamp = `${output}/inputs.sha256`;
  const inputs = inputsHash(page.name);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  await build(configOf(page, output));
  const assets = `${output}/assets`;
  await Promise.all(readdirSync(assets).map((name) => compress(`${assets}/${name}`)));
  // Last, so that a build that was cut off is done again.
  writeFileSync(stamp, inputs);
}

for (const page of PAGES) await buildPage(page);
