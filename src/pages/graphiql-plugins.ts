import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(`graphiql/${path}`, import.meta.url));

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

/** What the build of GraphiQL's page changes in its packages. */
export const GRAPHIQL_PLUGINS: readonly Plugin[] = [
  replaceModules(),
  showHistoryLabels(),
  nameIcons(),
];

/** The same for its workers. */
export const GRAPHIQL_WORKER_PLUGINS: readonly Plugin[] = [replaceModules()];
