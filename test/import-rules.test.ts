import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Imports that point upwards or sideways, or reach into a library: a file, and what it must not import. */
const WRONG: readonly (readonly [file: string, imported: string])[] = [
  ['src/cache/planted.ts', '../engines/engine.ts'],
  ['src/cache/redis/planted.ts', '../../engines/engine.ts'],
  ['src/redaction/rows/planted.ts', '../../engines/engine.ts'],
  ['src/googlesql/analysis/queries/planted.ts', '../../../errors.ts'],
  ['src/googlesql/planted.ts', '../engines/engine.ts'],
  ['src/engines/duckdb/rows/planted.ts', '../../bigquery/rows/decode.ts'],
  ['src/engines/bigquery/planted.ts', '../duckdb/duckdb-engine.ts'],
  ['src/execution/planted.ts', '../engines/duckdb/duckdb-engine.ts'],
  ['src/execution/planted.ts', '../googlesql/types.ts'],
  ['src/execution/planted.ts', '../rest/route.ts'],
  ['src/sources/cache/planted.ts', '../../execution/plan.ts'],
  ['src/catalog/planted.ts', '../endpoints/index.ts'],
  ['src/project/planted.ts', '../catalog/prepare.ts'],
  ['src/graphql/planted.ts', '../rest/route.ts'],
  ['src/graphql/planted.ts', '../main.ts'],
  ['src/graphiql/planted.ts', '../graphql/route.ts'],
  ['src/graphiql/editor/planted.ts', '../../errors.ts'],
  ['src/rest/planted.ts', 'graphql-yoga'],
  ['src/rest/planted.ts', '@pothos/core'],
  ['src/server/hooks/planted.ts', '../../execution/plan.ts'],
  ['src/auth/planted.ts', '../server/server.ts'],
  ['src/server/planted.ts', '../reload/open-settings.ts'],
  ['src/reload/planted.ts', '../catalog/registry.ts'],
  ['src/config/planted.ts', '../reload/config-file.ts'],
  ['src/metrics/planted.ts', '../rest/route.ts'],
  ['src/server/planted.ts', '../metrics/metrics.ts'],
  ['src/server/planted.ts', '../tracing/start-tracing.ts'],
  ['src/sources/planted.ts', '@opentelemetry/api'],
  ['src/metrics/planted.ts', '../tracing/start-tracing.ts'],
  ['src/tracing/planted.ts', '../graphql/route.ts'],
  ['src/bill/planted.ts', '../metrics/metrics.ts'],
  ['src/bill/planted.ts', '../server/server.ts'],
  ['src/sources/cache/planted.ts', '../../bill/bill.ts'],
  ['src/server/hooks/planted.ts', '../../bill/bill.ts'],
  ['src/async/planted.ts', '../config/config.ts'],
  ['src/endpoints/some.endpoint/planted.ts', '../../errors.ts'],
  ['src/planted.ts', './server/server.ts'],
  ['src/planted.ts', './googlesql/types.ts'],
  ['src/planted.ts', './main.ts'],
];

/** Imports that point down. */
const RIGHT: readonly (readonly [file: string, imported: string])[] = [
  ['src/cache/planted.ts', '../googlesql/index.ts'],
  ['src/execution/planted.ts', '../googlesql/index.ts'],
  ['src/sources/cache/planted.ts', '../../cache/entry.ts'],
  ['src/tracing/planted.ts', '../sources/source.ts'],
  ['src/engines/bigquery/planted.ts', '../engine.ts'],
  ['src/bill/planted.ts', '../cache/redis/link.ts'],
  ['src/metrics/planted.ts', '../bill/bill.ts'],
  ['src/cli/planted.ts', '../bill/open-ledger.ts'],
  ['src/graphql/graphiql/planted.ts', '../../graphiql/page-data.ts'],
  ['src/graphql/schema/planted.ts', '@pothos/core'],
  ['src/endpoints/some.endpoint/planted.ts', '../../endpoint/endpoint.ts'],
  ['src/reload/planted.ts', '../server/settings.ts'],
  ['src/cli/planted.ts', '../reload/read-config.ts'],
  ['src/project/planted.ts', '../engines/duckdb/demo/demo-rows.ts'],
  ['src/planted.ts', './googlesql/index.ts'],
  ['src/main.ts', './server/server.ts'],
];

/** Imports, from every folder of src, of what the architecture lists above it or in the same row. */
function upwardImports(): typeof WRONG {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rows = [...page.matchAll(/^\|([^|]*)\|/gm)]
    .map(([, cell = '']) =>
      [...cell.matchAll(/`(main(?=\.ts`)|[\w-]+(?=\/`))/g)].map(([, name = '']) => name),
    )
    .filter(([first]) => first !== undefined);
  const floorOf = (name: string) => rows.findIndex((row) => row.includes(name));
  return foldersOf('src').flatMap((folder) => {
    const [, own = ''] = folder.split('/');
    const above = rows.slice(0, floorOf(own) + 1).flat();
    return above
      .filter((name) => name !== own)
      .map((name) => {
        const file = ENTRIES[name] ?? `${name}/planted.ts`;
        return [`${folder}/planted.ts`, relative(folder, `src/${file}`)] as const;
      });
  });
}

const ENTRIES: Readonly<Record<string, string>> = {
  main: 'main.ts',
  googlesql: 'googlesql/index.ts',
};

/** All folders below a folder, but that of the list of endpoints. */
function foldersOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${folder}/${name}`, ...foldersOf(`${folder}/${name}`)])
    .filter((path) => path !== 'src/endpoints');
}

/** Which of the imports the linter refuses. Those of one file are planted together, each on its own line. */
async function refusedOf(imports: typeof WRONG): Promise<boolean[]> {
  const checkout = temporaryFolder();
  for (const name of ['biome.json', 'biome.imports.jsonc', '.gitignore'])
    copyFileSync(join(ROOT, name), join(checkout, name));
  const texts = new Map<string, string[]>();
  const places = imports.map(([file, imported], i) => {
    const lines = texts.get(file) ?? [];
    texts.set(file, lines);
    lines.push(`import { planted as p${i} } from '${imported}';`);
    return `/${file},line=${lines.length},`;
  });
  for (const [file, lines] of texts) {
    const path = join(checkout, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join('\n'));
  }
  const options = [
    'lint',
    '--only=style/noRestrictedImports',
    '--reporter=github',
    '--max-diagnostics=none',
  ];
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/biome'), options, {
    cwd: checkout,
  }).catch((error: { readonly stdout: string }) => error);
  return places.map((place) => stdout.includes(place));
}

test('the linter refuses every arrow that points up, sideways or past an index', async () => {
  const refused = await refusedOf(WRONG);

  expect(WRONG.filter((_, i) => !refused[i])).toEqual([]);
});

test('the linter refuses every arrow from a folder to one that the architecture lists above it', async () => {
  const upward = upwardImports();

  const refused = await refusedOf(upward);

  expect(upward.length).toBeGreaterThan(1_000);
  expect(upward.filter((_, i) => !refused[i])).toEqual([]);
});

test('the linter lets imports point down', async () => {
  const refused = await refusedOf(RIGHT);

  expect(RIGHT.filter((_, i) => refused[i])).toEqual([]);
});
