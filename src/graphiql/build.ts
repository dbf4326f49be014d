/**
 * `npm run build`: builds the GraphiQL page into `dist/graphiql`, each asset also compressed. `npm ci` runs it too; the
 * build takes seconds, so that nothing is done where the page is built already from the same files and packages.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const OUTPUT = here('../../dist/graphiql');

/** Modules of packages, each with ours that is bundled in its place. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^(?:monaco-graphql\/esm|\.)\/monaco-editor(?:\.js)?$/, 'editor/monaco.ts'],
  [/^monaco-editor\/esm\/vs\/language\/json\/monaco\.contribution\.js$/, 'editor/nothing.ts'],
  [/\/(?:diffEditorWidget|multiDiffEditorWidget|linesDiffComputers)\.js$/, 'editor/nothing.ts'],
  [/^prettier\/standalone$/, 'editor/prettier.ts'],
  [/^prettier\/(?:plugins\/estree|parser-babel)$/, 'editor/nothing.ts'],
  [/^framer-motion$/, 'page/tabs.tsx'],
];

function replaceModules(): Plugin {
  return {
    name: 'replace-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, file] = REPLACED.find(([pattern]) => pattern.test(source)) ?? [];
      if (!file || !importer || importer === here('editor/prettier.ts')) return undefined;
      return here(file);
    },
  };
}

/** Its label hides the button's text from screen readers. */
const HISTORY_LABEL = '"aria-label": "Set active", ';

function showHistoryLabels(): Plugin {
  return {
    name: 'show-history-labels',
    transform(code, id) {
      if (!id.endsWith('/@graphiql/plugin-history/dist/components.js')) return undefined;
      if (!code.includes(HISTORY_LABEL)) this.error('The history panel has changed');
      return { code: code.replace(HISTORY_LABEL, ''), map: null };
    },
  };
}

/** Icons are called after their functions, whose names a minifier takes away: screen readers and tooltips said `w le icon`. */
function nameIcons(): Plugin {
  return {
    name: 'name-icons',
    transform(code, id) {
      if (!id.endsWith('/@graphiql/react/dist/icons/index.js')) return undefined;
      const named = code
        .replaceAll(/ = generateIcon\((Svg\w+)\)/g, " = generateIcon($1, '$1')")
        .replace('generateIcon(RawComponent)', 'generateIcon(RawComponent, name)')
        .replaceAll('RawComponent.name', 'name');
      if (!named.includes("generateIcon(SvgPlay, 'SvgPlay')")) this.error('The icons have changed');
      return { code: named, map: null };
    },
  };
}

const CONFIG: InlineConfig = {
  root: here('.'),
  base: '/graphql/',
  configFile: false,
  logLevel: 'error',
  plugins: [replaceModules(), showHistoryLabels(), nameIcons()],
  worker: { format: 'es', plugins: () => [replaceModules()] },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    // Data URLs would have to be allowed by the Content-Security-Policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
};

const brotli = promisify(brotliCompress);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
}

/** A hash of everything that decides the page. */
function inputsHash(): string {
  const own = readdirSync(here('.'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of [...own, here('../../package-lock.json')].sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const stamp = `${OUTPUT}/inputs.sha256`;
const inputs = inputsHash();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) {
  await build(CONFIG);
  const assets = `${OUTPUT}/assets`;
  await Promise.all(readdirSync(assets).map((name) => compress(`${assets}/${name}`)));
  // Last, so that a build that was cut off is done again.
  writeFileSync(stamp, inputs);
}
