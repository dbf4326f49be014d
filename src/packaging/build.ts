/**
 * `npm pack` runs this: `dist` becomes the JavaScript of `src`, at the same depth, with the declarations of what the
 * package exports, the files beside the modules, and what the service serves or loads of development packages.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleImports } from './bundle.ts';
import { rewriteImports } from './rewrite-imports.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SOURCES = here('..');
const OUTPUT = here('../../dist');
const PACKAGES = here('../../node_modules');

/** What the page of the REST contract consists of, and its licence. */
const SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE'];

/** Scopes of packages that are bundled, each into a module. */
const BUNDLED = {
  '@opentelemetry': 'tracing/opentelemetry.js',
  '@modelcontextprotocol': 'mcp/protocol-sdk.js',
};

/** Folders of `src` that are no part of the service; the pages have a build of their own, in the same place. */
const PAGES = 'pages';
const LEFT_OUT = [PAGES, 'packaging'].map((name) => join(SOURCES, name));

/** Emits the modules of a project of the compiler into `output`. */
function compile(project: string, output: string): void {
  const tsc = join(PACKAGES, '.bin/tsc');
  execFileSync(tsc, ['-p', here(project), '--outDir', output], { stdio: 'inherit' });
}

/** Builds the modules in an empty folder. */
async function buildModules(work: string): Promise<string> {
  compile('tsconfig.json', work);
  compile('declarations.json', work);
  const built = join(work, 'src');
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.[jt]s$/.test(name)).map((name) => join(built, name));
  for (const [scope, module] of Object.entries(BUNDLED)) {
    await bundleImports(scope, files, join(built, module));
  }
  for (const file of files) rewriteImports(built, file, BUNDLED);
  return built;
}

mkdirSync(OUTPUT, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'fieldstone-package-'));
try {
  const built = await buildModules(work);
  const before = readdirSync(OUTPUT).filter((name) => name !== PAGES);
  for (const name of before) rmSync(join(OUTPUT, name), { recursive: true });
  cpSync(built, OUTPUT, { recursive: true });
} finally {
  rmSync(work, { recursive: true });
}
const isAsset = (path: string) => !LEFT_OUT.includes(path) && !/\.(?:ts|md)$/.test(path);
cpSync(SOURCES, OUTPUT, { recursive: true, filter: isAsset });
for (const file of SWAGGER_UI) {
  copyFileSync(join(PACKAGES, 'swagger-ui-dist', file), join(OUTPUT, 'rest/docs', file));
}
